import { dateLocale } from '@plinth/core/format'

const HOUR_SECONDS = 3_600
const WEEK_SECONDS = 604_800
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', HOUR_SECONDS],
  ['minute', 60],
]

// Creating a formatter costs twenty times as much as using it.
const formats = new Map<string, Intl.RelativeTimeFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: string): Intl.RelativeTimeFormat {
  let format = formats.get(language)
  if (!format)
    formats.set(
      language,
      (format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })),
    )
  return format
}

function dateOf(language: string, timeZone: string | undefined, hasYear: boolean): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${hasYear}`
  let format = dates.get(key)
  if (!format)
    dates.set(
      key,
      (format = new Intl.DateTimeFormat(dateLocale(language), {
        day: 'numeric',
        month: 'short',
        ...(hasYear ? { year: 'numeric' } : {}),
        timeZone,
      })),
    )
  return format
}

type Options = {
  now: Date
  timeZone?: string | undefined
  /** The hour that `at` begins is all that is known: `this hour` instead of minutes. */
  isHour?: boolean
}

/** `3 hr ago` in the given language, relative to `now`; a date from a week on. */
export function formatTimeAgo(at: Date, language: string, { now, timeZone, isHour }: Options): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  if (Math.abs(seconds) >= WEEK_SECONDS)
    return dateOf(language, timeZone, at.getUTCFullYear() !== now.getUTCFullYear()).format(at)
  const format = formatOf(language)
  if (isHour && Math.abs(seconds) < HOUR_SECONDS) return format.format(0, 'hour')
  const unit = units.find(([, size]) => Math.abs(seconds) >= size)
  if (!unit) return format.format(0, 'second')
  // The past is truncated, the future rounded: 48 hours minus a second are two days, not "tomorrow".
  const count = seconds / unit[1]
  const text = format.format(count < 0 ? Math.trunc(count) : Math.round(count), unit[0])
  // `5 min. ago`: English drops the period.
  return language === 'en' ? text.replace('.', '') : text
}
