// For every page; format-time-ago.ts is only loaded by pages that need it.

/**
 * `in 15 minutes` in the given language: a wait in its largest unit up to hours, rounded up so that nobody
 * returns too early.
 */
export function formatWait(seconds: number, language: string): string {
  const [unit, size] =
    seconds >= 3_600
      ? (['hour', 3_600] as const)
      : seconds >= 60
        ? (['minute', 60] as const)
        : (['second', 1] as const)
  return new Intl.RelativeTimeFormat(language).format(Math.ceil(seconds / size), unit)
}

/**
 * The locale of dates. In English the day comes first, which both sides of the Atlantic understand: `22 Dec`.
 */
export const dateLocale = (language: string) => (language === 'en' ? 'en-GB' : language)

/** Date and time in the given language and time zone (the browser's by default). */
export function formatMoment(at: Date, language: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(dateLocale(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(at)
}

/** The UTC date in the given language: the same on the server, in every browser and in mail. Never wraps. */
export function formatDay(at: Date, language: string): string {
  const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  return day.replaceAll(' ', '\u00A0')
}

/** `22 Dec` in the given language and time zone (the browser's by default), with the year if not this one. */
export function formatDayMonth(at: Date, language: string, timeZone?: string): string {
  const isThisYear = at.getFullYear() === new Date().getFullYear()
  return new Intl.DateTimeFormat(dateLocale(language), {
    day: 'numeric',
    month: 'short',
    timeZone,
    ...(!isThisYear && { year: 'numeric' }),
  }).format(at)
}
