import { LineIcon } from '#/components/line-icon.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useCopyState } from '#/components/use-copy-state.ts'
import { useTranslate } from '@plinth/core/texts'
import { repository } from './source-links.ts'
import { cn } from '#/lib/cn.ts'

/** With the clone where the source is public. */
export const START_COMMAND = repository ? `git clone ${repository} app && cd app && npm start` : 'npm start'
const PROMPT = '$'

/** The start command with a copy button. */
export function StartCommand({ className }: { className?: string }) {
  const t = useTranslate()
  const { state, copy } = useCopyState(START_COMMAND)
  return (
    <figure
      className={cn('flex w-full max-w-md flex-col gap-3 lg:max-w-none lg:flex-col-reverse', className)}
    >
      <div className="flex h-11 items-center justify-between gap-3 rounded-lg border border-foreground/18 bg-card pr-1 pl-4 shadow-xs pointer-coarse:h-13">
        <code className="overflow-x-auto font-mono-system text-base whitespace-nowrap select-all">
          <span aria-hidden="true" className="pr-2.5 text-link select-none">
            {PROMPT}
          </span>
          {START_COMMAND}
        </code>
        <Button
          variant="ghost"
          className="h-9 min-w-9 px-2.5 text-muted-foreground hover:text-foreground noscript:hidden"
          onClick={() => void copy()}
        >
          <LineIcon className={cn('size-4', state === 'copied' && 'text-success-text')}>
            <path
              d={
                state === 'copied'
                  ? 'M5 12.8l4.6 4.7L19.5 7'
                  : 'M10.5 8.5h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM5.5 15.5h-1a1 1 0 0 1-1-1v-10a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1'
              }
            />
          </LineIcon>
          <span aria-live="polite" className={state === 'refused' ? undefined : 'sr-only'}>
            {t(state ? `pitch:command.${state}` : 'pitch:command.copy')}
          </span>
        </Button>
      </div>
      <figcaption className="text-sm text-muted-foreground">{t('pitch:command.label')}</figcaption>
    </figure>
  )
}
