/**
 * The last moment of a day in the reader's zone, from what a date field gives (`YYYY-MM-DD`); undefined for
 * an empty or impossible one.
 */
export function endOfDay(day: string): Date | undefined {
  const end = new Date(`${day}T23:59:59.999`)
  return Number.isNaN(end.getTime()) ? undefined : end
}

/** The day that comes so many days after `now`, in the reader's zone, as a date field takes it. */
export function dayAfter(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
