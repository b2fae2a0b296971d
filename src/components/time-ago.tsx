import { useHydrated } from '@tanstack/react-router'
import { formatTimeAgo } from '#/lib/format-time-ago.ts'
import { formatLogTime, formatMoment } from '#/lib/format-time.ts'

type TimeAgoProps = {
  at: Date
  language: string
  /** Nothing finer than the hour is known. */
  isHour?: boolean
}

/** A relative time, with the exact time on hover in the user's time zone, which only the browser knows. */
export function TimeAgo({ at, language, isHour = false }: TimeAgoProps) {
  const inBrowser = useHydrated()
  return (
    <time
      dateTime={at.toISOString()}
      className="whitespace-nowrap"
      title={inBrowser && !isHour ? formatMoment(at, language) : undefined}
      suppressHydrationWarning
    >
      {/* oxlint-disable-next-line react/purity -- the text is of the moment it is drawn */}
      {formatTimeAgo(at, language, { now: new Date(), timeZone: inBrowser ? undefined : 'UTC', isHour })}
    </time>
  )
}

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

/** Date and time in the user's time zone, which only the browser knows; in UTC until then. */
export function Moment({ at, language }: { at: Date; language: string }) {
  return (
    <time dateTime={at.toISOString()}>{formatMoment(at, language, useHydrated() ? undefined : 'UTC')}</time>
  )
}
