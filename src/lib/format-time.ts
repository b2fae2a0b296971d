// What every page needs; format-time-ago.ts is fetched by those that show it.

/**
 * `in 15 minutes` in the reader's language: a wait in its largest unit up to hours, rounded up so that nobody
 * comes back too early.
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

/** Date and time in the reader's language, and in the zone given (the browser's own when absent). */
export function formatMoment(at: Date, language: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
}

/** The day in the reader's language, of UTC: the same on the server, in every browser and in mails. */
export function formatDay(at: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
