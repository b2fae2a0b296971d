import { expect, test } from 'vitest'
import { formatDate } from '#/lib/format-value.ts'
import { addDays, addMonths, firstWeekday, moved, parseDay, weeksOf } from './days.ts'

const SUNDAY = 7
const MONDAY = 1

test('days and months are counted by the calendar', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
})

test('a month is a table of weeks that begin as the language does', () => {
  expect(weeksOf('2026-02-10', SUNDAY)[0]?.[0]).toBe('2026-02-01')
  expect(weeksOf('2026-02-10', MONDAY)[0]?.[6]).toBe('2026-02-01')
  expect(weeksOf('2026-02-10', MONDAY).flat().filter(Boolean)).toHaveLength(28)
  expect(weeksOf('2026-11-10', MONDAY)[0]).toEqual([...Array<undefined>(6).fill(undefined), '2026-11-01'])
  expect(['de', 'es', 'pt'].map(firstWeekday)).toEqual([MONDAY, MONDAY, SUNDAY])
})

test('keys move by day, week, month and year, Home and End within the week', () => {
  const after = (key: string, shiftKey = false) => moved('2026-11-18', { key, shiftKey }, MONDAY)
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => after(key))).toEqual([
    '2026-11-17',
    '2026-11-19',
    '2026-11-11',
    '2026-11-25',
  ])
  expect([after('Home'), after('End')]).toEqual(['2026-11-16', '2026-11-22'])
  expect([after('PageUp'), after('PageDown'), after('PageDown', true)]).toEqual([
    '2026-10-18',
    '2026-12-18',
    '2027-11-18',
  ])
  expect(after('a')).toBeUndefined()
})

test('a typed day is read as it is shown and as people write it', () => {
  for (const language of ['en', 'de', 'es', 'pt'])
    for (const day of ['2026-01-31', '2026-03-05', '2027-12-31'])
      expect(parseDay(formatDate(day, language), language), language).toBe(day)
  for (const text of ['31.1.2026', '31/01/26', '2026-1-31', '1/31/2026', '31 January 2026'])
    expect(parseDay(text, 'en'), text).toBe('2026-01-31')
  expect(parseDay('31. Januar 2026', 'de')).toBe('2026-01-31')
  for (const text of ['', '31.1.', '30.2.2026', 'soon', '1.2.3.4', '31 Foo 2026'])
    expect(parseDay(text, 'en'), text).toBeUndefined()
})
