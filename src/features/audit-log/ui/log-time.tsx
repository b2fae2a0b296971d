import { useI18n } from '@plinth/core/texts'
import { calendarDays } from '#/lib/calendar-day.ts'
import { formatTimeAgo } from '#/lib/format-time-ago.ts'
import { dateLocale } from '@plinth/core/format'

// Times and days are in the time zone of the browser, which the server does not know.

/** The time of an entry on its day, to the second where there is room, with the relative one on hover. */
export function LogTime({ at }: { at: Date }) {
  const { language } = useI18n()
  // oxlint-disable-next-line react/purity -- the text is of the moment it is drawn
  const ago = formatTimeAgo(at, language, { now: new Date() })
  const format = (second?: '2-digit') =>
    new Intl.DateTimeFormat(dateLocale(language), { hour: '2-digit', minute: '2-digit', second }).format(at)
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap tabular-nums" title={ago}>
      <span className="md:hidden">{format()}</span>
      <span className="max-md:hidden">{format('2-digit')}</span>
    </time>
  )
}

/** Names the day of an entry: `today`, `yesterday`, `Friday 20 November`. */
export function useLogDay(): (at: Date) => string {
  const { language } = useI18n()
  // oxlint-disable-next-line react/purity -- the days are named on the day they are drawn
  const now = new Date()
  const dayOf = calendarDays()
  const recent = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return (at) => {
    const daysAgo = dayOf(now) - dayOf(at)
    return daysAgo === 0 || daysAgo === 1
      ? recent.format(-daysAgo, 'day')
      : new Intl.DateTimeFormat(dateLocale(language), {
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
        }).format(at)
  }
}
