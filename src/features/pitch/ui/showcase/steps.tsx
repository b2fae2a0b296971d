import { Mark } from '#/components/mark.tsx'
import { useTranslate } from '@plinth/core/texts'

const steps = [
  ['start', 'npm start'],
  ['feature', 'npm run new:feature invoices'],
  ['deploy', 'npm run doctor -- --deploy'],
] as const
/** The slabs that a step has not set yet. */
const missing = ['[&_rect:nth-child(-n+2)]:opacity-12', '[&_rect:first-child]:opacity-12', '']
const PROMPT = '$'

/** The steps from the first start to production; each adds one slab to the mark. */
export function Steps() {
  const t = useTranslate()
  return (
    <ol className="grid gap-12 lg:grid-cols-3 lg:gap-10">
      {steps.map(([name, command], index) => (
        <li key={name} className="grid grid-rows-[auto_auto_1fr_auto] gap-2">
          <Mark className={`mb-3.5 -ml-1 size-9 ${missing[index]}`} />
          <h3 className="text-lg leading-6 font-semibold">{t(`showcase:steps.${name}.title`)}</h3>
          <p className="text-muted-foreground">{t(`showcase:steps.${name}.text`)}</p>
          <code className="mt-2.5 block truncate rounded-lg border border-border bg-muted px-3.5 py-3 font-mono-system text-sm dark:bg-card">
            <span aria-hidden="true" className="pr-2 text-link select-none">
              {PROMPT}
            </span>
            {command}
          </code>
        </li>
      ))}
    </ol>
  )
}
