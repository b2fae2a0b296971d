import { useHydrated } from '@tanstack/react-router'
import { useI18n } from '#/core/i18n/react.tsx'
import { formatTimeAgo } from '#/lib/format-time-ago.ts'
import { dateLocale } from '#/lib/format-time.ts'

const DAY_MS = 86_400_000

/**
 * The time of an entry on its day, to the second where there is room, with the relative one on hover. In UTC
 * until hydration, then in the user's time zone.
 */
export function LogTime({ at }: { at: Date }) {
  const { language } = useI18n()
  const inBrowser = useHydrated()
  // oxlint-disable-next-line react/purity -- the text is of the moment it is drawn
  const ago = inBrowser ? formatTimeAgo(at, language, { now: new Date() }) : undefined
  const format = (second?: '2-digit') =>
    new Intl.DateTimeFormat(dateLocale(language), {
      hour: '2-digit',
      minute: '2-digit',
      second,
      timeZone: inBrowser ? undefined : 'UTC',
    }).format(at)
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap tabular-nums" title={ago}>
      <span className="md:hidden">{format()}</span>
      <span className="max-md:hidden">{format('2-digit')}</span>
    </time>
  )
}

/** Names the day of an entry, in the same time zone: `today`, `yesterday`, `Friday 20 November`. */
export function useLogDay(): (at: Date) => string {
  const { language } = useI18n()
  const timeZone = useHydrated() ? undefined : 'UTC'
  // oxlint-disable-next-line react/purity -- the days are named on the day they are drawn
  const now = Date.now()
  const days = new Intl.DateTimeFormat('en-CA', { timeZone })
  const recent = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const year = (at: Date | number) => days.format(at).slice(0, 4)
  return (at) => {
    const daysAgo = [0, 1].find((count) => days.format(at) === days.format(now - count * DAY_MS))
    return daysAgo === undefined
      ? new Intl.DateTimeFormat(dateLocale(language), {
          timeZone,
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          ...(year(at) !== year(now) && { year: 'numeric' }),
        }).format(at)
      : recent.format(-daysAgo, 'day')
  }
}
