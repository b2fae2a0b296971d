import { expect, test } from 'vitest'
import { dayAfter, endOfDay } from './ban-end.ts'

test('a ban ends at the end of its day in the local time zone', () => {
  expect(endOfDay('2030-02-28')).toEqual(new Date(2030, 1, 28, 23, 59, 59, 999))
  expect(endOfDay('')).toBeUndefined()
  expect(endOfDay('2030-13-01')).toBeUndefined()
})

test('days are counted by the calendar, across months and years', () => {
  expect(dayAfter(new Date(2028, 11, 31, 23, 30), 0)).toBe('2028-12-31')
  expect(dayAfter(new Date(2028, 11, 31, 23, 30), 1)).toBe('2029-01-01')
  expect(dayAfter(new Date(2028, 1, 28), 1)).toBe('2028-02-29')
})
