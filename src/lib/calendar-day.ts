const DAY_MS = 86_400_000

/**
 * Numbers days in a time zone (the browser's by default): consecutive days are one apart, also where one has
 * 23 or 25 hours.
 */
export function calendarDays(timeZone?: string): (at: Date) => number {
  // Writes 2026-11-20, which is parsed as UTC.
  const days = new Intl.DateTimeFormat('en-CA', { timeZone })
  return (at) => Date.parse(days.format(at)) / DAY_MS
}
