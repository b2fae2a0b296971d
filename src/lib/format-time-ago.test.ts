import { expect, test } from 'vitest'
import { formatTimeAgo } from './format-time-ago.ts'

const now = new Date('2026-11-22T12:00:00Z')
const after = (seconds: number) => formatTimeAgo(new Date(now.getTime() + seconds * 1000), 'en', now)

test('48 hours less a second are two days, in the future only', () => {
  expect(after(48 * 3600 - 1)).toBe('in 2 days')
  expect(after(-(48 * 3600 - 1))).toBe('yesterday')
  expect(after(24 * 3600)).toBe('tomorrow')
  expect(after(90)).toBe('in 2 minutes')
  expect(after(-30)).toBe('now')
})
