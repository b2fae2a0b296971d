import { dateLocale } from '@plinth/core/format'

/** A day of the calendar, such as `2026-01-31`. */
export type Day = string

const DAY_MS = 86_400_000
const timeOf = (day: Day) => Date.parse(`${day}T00:00:00Z`)
const dayAt = (time: number): Day => new Date(time).toISOString().slice(0, 10)

/** The day that many days later, or earlier. */
export const addDays = (day: Day, days: number): Day => dayAt(timeOf(day) + days * DAY_MS)

/** The same day of another month, or its last one. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, of = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(of, last)))
}

/** Monday is 1, Sunday 7. Browsers that don't know it get the week of most of the language's speakers. */
export function firstWeekday(language: string): number {
  const locale = new Intl.Locale(dateLocale(language)) as { getWeekInfo?: () => { firstDay: number } }
  return locale.getWeekInfo?.().firstDay ?? (language === 'pt' ? 7 : 1)
}

/** How many days after the first of its week a day is. */
export const placeInWeek = (day: Day, first: number): number =>
  (new Date(timeOf(day)).getUTCDay() - first + 7) % 7

/** Six weeks, which every month fits in, so that turning it moves nothing; undefined outside of the month. */
export function weeksOf(day: Day, first: number): (Day | undefined)[][] {
  const month = day.slice(0, 7)
  const begin = addDays(`${month}-01`, -placeInWeek(`${month}-01`, first))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => {
      const one = addDays(begin, week * 7 + at)
      return one.startsWith(month) ? one : undefined
    }),
  )
}

/** What arrow keys, Home, End, Page Up and Page Down, with Shift for a year, make of a day. */
export function moved(day: Day, { key, shiftKey }: { key: string; shiftKey: boolean }, first: number) {
  const place = placeInWeek(day, first)
  const days: Partial<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -place,
    End: 6 - place,
  }
  const months: Partial<Record<string, number>> = { PageUp: -1, PageDown: 1 }
  const [step, turn] = [days[key], months[key]]
  if (turn !== undefined) return addMonths(day, shiftKey ? 12 * turn : turn)
  return step === undefined ? undefined : addDays(day, step)
}

/**
 * Reads a typed day: `2026-01-31`, `31.1.2026`, `31/1/26` or with the month's name in the language. Day
 * before month, unless only the other way is a day. Undefined for what is none.
 */
export function parseDay(text: string, language: string): Day | undefined {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number)
  const name = words.find((word) => /^\p{L}{3,}$/u.test(word))
  if (name !== undefined) {
    const month = monthNamed(name, language)
    const [day = 0, year = 0] = numbers
    return numbers.length === 2 && month !== undefined ? dayOf(year, month, day) : undefined
  }
  const [one = 0, two = 0, three = 0] = numbers
  if (numbers.length !== 3 || words.length !== 3) return undefined
  if (one > 31) return dayOf(one, two, three)
  return two > 12 ? dayOf(three, one, two) : dayOf(three, two, one)
}

function monthNamed(name: string, language: string): number | undefined {
  const format = new Intl.DateTimeFormat(dateLocale(language), { month: 'long', timeZone: 'UTC' })
  const at = Array.from({ length: 12 }, (_, month) =>
    format.format(Date.UTC(2026, month)).toLowerCase(),
  ).findIndex((month) => month.startsWith(name) || name.startsWith(month))
  return at < 0 ? undefined : at + 1
}

function dayOf(short: number, month: number, day: number): Day | undefined {
  const year = short < 100 ? 2000 + short : short
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year <= 9999
  return isReal ? dayAt(date.getTime()) : undefined
}
