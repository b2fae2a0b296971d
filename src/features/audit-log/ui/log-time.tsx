import { useHydrated } from '@tanstack/react-router'
import { formatTimeAgo } from '#/lib/format-time-ago.ts'
import { dateLocale } from '#/lib/format-time.ts'

/** The exact time of an entry of a log, to the second where there is room, with the relative one on hover. */
export function LogTime({ at, language }: { at: Date; language: string }) {
  const inBrowser = useHydrated()
  const timeZone = inBrowser ? undefined : 'UTC'
  // oxlint-disable-next-line react/purity -- the text is of the moment it is drawn
  const ago = inBrowser ? formatTimeAgo(at, language, { now: new Date() }) : undefined
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap tabular-nums" title={ago}>
      <span className="md:hidden">{formatLogTime(at, language, { timeZone, hasSeconds: false })}</span>
      <span className="max-md:hidden">{formatLogTime(at, language, { timeZone, hasSeconds: true })}</span>
    </time>
  )
}

/** `22 Dec, 14:05:09` in the given language and time zone, with the year if it is another one: for logs. */
function formatLogTime(
  at: Date,
  language: string,
  options: { timeZone?: string | undefined; hasSeconds: boolean },
): string {
  const isThisYear = at.getUTCFullYear() === new Date().getUTCFullYear()
  return new Intl.DateTimeFormat(dateLocale(language), {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(options.hasSeconds && { second: '2-digit' }),
    timeZone: options.timeZone,
  }).format(at)
}
