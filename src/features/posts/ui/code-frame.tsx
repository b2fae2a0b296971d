import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

type CodeFrameProps = { code: string; language: string | undefined; children: ReactNode }

/** A block of code with its language and a button that copies it. */
export function CodeFrame({ code, language, children }: CodeFrameProps) {
  const t = useTranslate()
  const copy = () =>
    void navigator.clipboard.writeText(code).then(
      () => showToast('success', t('posts:code.copied')),
      () => showToast('error', t('posts:code.failed')),
    )
  return (
    <div className="overflow-clip rounded-xl border border-border bg-card [&_pre]:rounded-none [&_pre]:p-4">
      <div className="flex h-10 items-center justify-between border-b border-border pr-1 pl-4">
        <span className="font-mono text-xs text-muted-foreground">{language}</span>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('posts:code.copy')}
          title={t('posts:code.copy')}
          onClick={copy}
          className="size-8 text-muted-foreground hover:text-foreground"
        >
          <Copy className="size-4" strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </div>
      {children}
    </div>
  )
}
