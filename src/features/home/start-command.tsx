import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useEffect, useState } from 'react'

const SHOWN_MS = 2_000

const START_COMMAND = 'npm start'

/**
 * Copies the command, and shows the result for two seconds. Where the browser denies it, the user is told to
 * copy by hand.
 */
function useCopy() {
  const [state, setState] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!state) return
    const timer = setTimeout(() => setState(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      await navigator.clipboard.writeText(START_COMMAND)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  return { state, copy }
}

const PROMPT = '$'

/** The start command with a copy button. */
export function StartCommand() {
  const t = useTranslate()
  const { state, copy } = useCopy()
  return (
    <figure className="grid w-full max-w-md gap-2">
      <div className="flex items-center justify-between gap-3 rounded-xl border border-input bg-card py-1.5 pr-1.5 pl-4">
        <code className="font-mono text-lg select-all">
          <span aria-hidden="true" className="pr-2 text-link select-none">
            {PROMPT}
          </span>
          {START_COMMAND}
        </code>
        <Button
          variant="outline"
          className="min-w-24 border-border noscript:hidden"
          onClick={() => void copy()}
        >
          <span aria-live="polite">{t(state ? `home:command.${state}` : 'home:command.copy')}</span>
        </Button>
      </div>
      <figcaption className="text-sm text-muted-foreground">{t('home:command.label')}</figcaption>
    </figure>
  )
}
