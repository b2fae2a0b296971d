import { useI18n } from '#/core/i18n/react.tsx'
import { measured } from './measured.ts'

/** Benchmark figures, and how they were measured. */
export function Figures() {
  const { t, language } = useI18n()
  // The browser may support more locales than the server, but both support these four.
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(measured.on),
  )
  return (
    <section aria-labelledby="figures" className="grid gap-6">
      <h2 id="figures" className="text-2xl font-semibold">
        {t('home:figures.title')}
      </h2>
      <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {measured.figures.map(({ name, value, unit }) => (
          <div key={name} className="flex flex-col-reverse justify-end gap-1 border-t-2 border-brand pt-3">
            <dt className="text-muted-foreground">{t(`home:figures.${name}`)}</dt>
            <dd className="text-3xl font-semibold tracking-tight tabular-nums">
              {number.format(value)}
              {unit === 'x' ? null : (
                <span className="pl-1.5 text-lg font-normal text-muted-foreground">{unit}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="max-w-3xl text-sm text-muted-foreground">
        {t('home:figures.how', { day, cores: measured.cores, command: 'npm\u00a0run\u00a0bench' })}
      </p>
    </section>
  )
}
