import { useHydrated } from '@tanstack/react-router'
import { formatTimeAgo } from '#/lib/format-time-ago.ts'
import { formatMoment } from '#/lib/format-time.ts'

/** A relative time, with the exact time on hover in the user's time zone, which only the browser knows. */
export function TimeAgo({ at, language }: { at: Date; language: string }) {
  const inBrowser = useHydrated()
  return (
    <time
      dateTime={at.toISOString()}
      className="whitespace-nowrap"
      title={inBrowser ? formatMoment(at, language) : undefined}
      suppressHydrationWarning
    >
      {/* oxlint-disable-next-line react/purity -- the text is of the moment it is drawn */}
      {formatTimeAgo(at, language, { now: new Date(), timeZone: inBrowser ? undefined : 'UTC' })}
    </time>
  )
}

/** Date and time in the user's time zone, which only the browser knows; in UTC until then. */
export function Moment({ at, language }: { at: Date; language: string }) {
  return (
    <time dateTime={at.toISOString()}>{formatMoment(at, language, useHydrated() ? undefined : 'UTC')}</time>
  )
}
