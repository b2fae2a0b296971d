import { expect, test } from 'vitest'
import { formatTimeAgo } from './format-time-ago.ts'

const now = new Date('2026-11-22T12:00:00Z')
const after = (seconds: number, language = 'en') =>
  formatTimeAgo(new Date(now.getTime() + seconds * 1000), language, { now, timeZone: 'UTC' })
const DAY = 86_400

test('48 hours minus a second are two days, in the future only', () => {
  expect(after(48 * 3600 - 1)).toBe('in 2 days')
  expect(after(-(48 * 3600 - 1))).toBe('yesterday')
  expect(after(24 * 3600)).toBe('tomorrow')
  expect(after(90)).toBe('in 2 min')
  expect(after(-300)).toBe('5 min ago')
  expect(after(-300, 'de')).toBe('vor 5 Min.')
  expect(after(-30)).toBe('now')
})

test('from a week on it is a date, with the year if it is another one', () => {
  expect(after(-7 * DAY + 1)).toBe('6 days ago')
  expect(after(-7 * DAY)).toBe('15 Nov')
  expect(after(40 * DAY)).toBe('1 Jan 2027')
  expect(after(-10 * DAY, 'de')).toBe('12. Nov.')
})

test('a time known to the hour is not told in minutes', () => {
  const at = (seconds: number, language = 'en') =>
    formatTimeAgo(new Date(now.getTime() + seconds * 1000), language, { now, isHour: true })
  expect(at(-39 * 60)).toBe('this hour')
  expect(at(-39 * 60, 'de')).toBe('in dieser Stunde')
  expect(at(-3600)).toBe('1 hr ago')
})
