import { useI18n } from '#/core/i18n/react.tsx'
import { dateLocale } from '#/lib/format-time.ts'
import type { Stats } from './users-queries.ts'

/** New accounts of the last thirty days (UTC) as a bar chart, with a table for screen readers. */
export function SignUpsChart({ days }: { days: Stats['signUps'] }) {
  const { t, language } = useI18n()
  const number = new Intl.NumberFormat(language)
  const date = new Intl.DateTimeFormat(dateLocale(language), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const dayOf = (day: string) => date.format(new Date(`${day}T00:00:00Z`))
  const wordsOf = (day: string, count: number) => `${dayOf(day)}: ${number.format(count)}`
  const most = Math.max(1, ...days.map(({ count }) => count))
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const [first, last] = [days[0], days.at(-1)]
  return (
    <section
      aria-labelledby="sign-ups"
      className="grid content-between gap-4 rounded-xl border border-border bg-card p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="sign-ups" className="text-lg font-semibold">
          {t('administration:chart.title')}
        </h2>
        <p className="text-muted-foreground">{t('administration:chart.total', { count: total })}</p>
      </div>
      <div aria-hidden="true" className="grid gap-1">
        <p className="text-xs text-muted-foreground tabular-nums">{number.format(most)}</p>
        <div className="flex h-32 gap-0.5 border-b border-border sm:gap-1">
          {days.map(({ day, count }) => (
            // The whole column reacts to the pointer, however small its bar.
            <div key={day} title={wordsOf(day, count)} className="group flex flex-1 flex-col justify-end">
              <div
                style={{ height: `${(count / most) * 100}%` }}
                className="rounded-t-sm bg-brand forced-color-adjust-none group-hover:bg-brand/85"
              />
            </div>
          ))}
        </div>
        <p className="flex justify-between text-xs text-muted-foreground">
          <span>{first ? dayOf(first.day) : null}</span>
          <span>{last ? dayOf(last.day) : null}</span>
        </p>
      </div>
      <table className="sr-only">
        <caption>{t('administration:chart.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('administration:chart.day')}</th>
            <th scope="col">{t('administration:chart.count')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, count }) => (
            <tr key={day}>
              <th scope="row">{dayOf(day)}</th>
              <td>{number.format(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
