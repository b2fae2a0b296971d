import { useI18n } from '@plinth/core/texts'
import { dateLocale } from '@plinth/core/format'
import { measured } from '../../measured.ts'

const BENCH = 'npm\u00a0run\u00a0bench'

/** Benchmark figures, and how they were measured. */
export function Figures() {
  const { t, language } = useI18n()
  // The browser may support more locales than the server, but both support these four.
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(measured.on),
  )
  return (
    <>
      <dl className="grid min-[22rem]:grid-cols-2 gap-px overflow-hidden border-y border-border bg-border lg:grid-cols-4">
        {measured.figures.map(({ name, value, unit }) => (
          <div
            key={name}
            className="flex flex-col-reverse justify-end gap-2.5 bg-background pt-5 pr-3 pb-6 min-[22rem]:even:pl-4 sm:pt-7 sm:pr-6 sm:pb-8 sm:even:pl-6 lg:not-first:pl-6"
          >
            <dt className="max-w-[26ch] text-sm text-pretty text-muted-foreground sm:text-base">
              {t(`showcase:figures.${name}`)}
            </dt>
            <dd className="text-[2.25rem] leading-none font-medium tracking-[-0.035em] tabular-nums sm:text-4xl sm:leading-none">
              {number.format(value)}
              {unit === 'x' ? null : (
                <span className="pl-1.5 text-lg tracking-normal text-muted-foreground sm:text-xl">
                  {unit}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 max-w-[84ch] text-sm text-muted-foreground">
        {t('showcase:figures.how', { day, cores: measured.cores, command: BENCH })}
      </p>
    </>
  )
}
