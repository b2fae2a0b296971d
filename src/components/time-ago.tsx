import { useHydrated } from '@tanstack/react-router'
import { formatTimeAgo } from '#/lib/format-time-ago.ts'
import { formatMoment } from '@plinth/core/format'

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

/** Date and time in the user's time zone, which only the browser knows; in UTC until then. */
export function Moment({ at, language }: { at: Date; language: string }) {
  return (
    <time dateTime={at.toISOString()}>{formatMoment(at, language, useHydrated() ? undefined : 'UTC')}</time>
  )
}
