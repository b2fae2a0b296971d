import { useEffect, useState } from 'react'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

const SHOWN_MS = 2_000

/** A code to read from across the room, and to copy with one click. */
export function MailCode({ code }: { code: string }) {
  const t = useTranslate()
  const [state, setState] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!state) return
    const timer = setTimeout(() => setState(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl bg-brand-muted px-5 py-4">
      <code
        aria-label={t('mailbox:code.label')}
        className="font-mono text-3xl tracking-[0.2em] tabular-nums select-all"
      >
        {code}
      </code>
      <Button variant="outline" onClick={() => void copy()}>
        <span aria-live="polite">{t(state ? `mailbox:code.${state}` : 'mailbox:code.copy')}</span>
      </Button>
    </div>
  )
}
