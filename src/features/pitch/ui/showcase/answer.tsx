import { ArrowUp, FileText } from 'lucide-react'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import { pieceClass, Tile } from './tile.tsx'

/** An answer as the built-in model gives it, with the sentence that is cited next to it. */
export function Answer() {
  const t = useTranslate()
  return (
    <Tile name="answer" isWide className="lg:col-span-full">
      <div className={cn(pieceClass, 'grid rounded-tr-none border-r-0 sm:grid-cols-[minmax(0,1fr)_15.5rem]')}>
        <div className="grid grid-rows-[auto_1fr_auto] gap-4.5 px-4 pt-4 sm:px-6 sm:pt-6">
          <p className="justify-self-end rounded-xl rounded-br-sm bg-secondary px-3.5 py-2">
            {t('showcase:answer.question')}
          </p>
          <div className="grid content-start gap-3">
            <p className="text-[0.9375rem] leading-6">{t('showcase:answer.heading')}</p>
            {(['before', 'cited'] as const).map((quote) => (
              <p key={quote} className="border-l-2 border-border pl-3.5 text-[0.9375rem] leading-6">
                {t(`showcase:answer.${quote}`)} <Cite />
              </p>
            ))}
            <span className="flex h-7 items-center gap-1.5 justify-self-start rounded-lg border border-border pr-2.5 pl-2 text-xs font-medium">
              <Cite />
              {t('showcase:answer.file')}
            </span>
          </div>
          <div className="mt-1.5 flex h-12 items-center justify-between rounded-t-2xl border border-b-0 border-foreground/18 pr-2 pl-4 text-muted-foreground">
            {t('showcase:answer.ask')}
            <span className="grid size-8 place-items-center rounded-xl bg-primary text-primary-foreground">
              <ArrowUp className="size-4" />
            </span>
          </div>
        </div>
        <div className="overflow-hidden border-l border-border bg-background px-5 pt-5 text-sm text-muted-foreground max-sm:hidden">
          <p className="flex items-center gap-2 font-medium text-foreground">
            <FileText className="size-4" />
            {t('showcase:answer.file')}
          </p>
          <p className="mt-4 font-semibold text-foreground">{t('showcase:answer.section')}</p>
          <p className="mt-1">
            {t('showcase:answer.before')}{' '}
            <mark className="rounded-sm bg-chart-4/35 box-decoration-clone px-0.5 text-foreground">
              {t('showcase:answer.cited')}
            </mark>{' '}
            {t('showcase:answer.after')}
          </p>
        </div>
      </div>
    </Tile>
  )
}

const NUMBER = 1

/** The number of a source. */
function Cite() {
  return (
    <span className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-sm bg-brand-muted px-1 text-[11px] leading-none font-semibold text-link">
      {NUMBER}
    </span>
  )
}
