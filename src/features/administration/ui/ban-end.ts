/**
 * The end of a day in the user's time zone, from a date field's value (`YYYY-MM-DD`); undefined if empty or
 * invalid.
 */
export function endOfDay(day: string): Date | undefined {
  const end = new Date(`${day}T23:59:59.999`)
  return Number.isNaN(end.getTime()) ? undefined : end
}

/** The date `days` days after `now`, in the user's time zone, as a date field's value. */
export function dayAfter(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
