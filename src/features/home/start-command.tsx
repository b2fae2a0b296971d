import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { START_COMMAND, useCopy } from './use-copy.ts'

const PROMPT = '$'

/** The one command, and a button that takes it along. */
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
