import { expect, test } from 'vitest'
import { parseNumber } from './parse-number.ts'

test.each<[string, string, number | undefined]>([
  ['de', '12.50', 12.5],
  ['de', '1.5', 1.5],
  ['de', '1,5', 1.5],
  ['de', '1.234', 1234],
  ['de', '1.234,5', 1234.5],
  ['de', '1,234.5', 1234.5],
  ['de', '0.123', 0.123],
  ['de', '1234.567', 1234.567],
  ['de', '1,234,567', 1_234_567],
  ['en', '1,234', 1234],
  ['en', '1.234', 1.234],
  ['en', '1.234,5', 1234.5],
  ['en', '1,5', 1.5],
  ['en', '1.234.567', 1_234_567],
  ['en', '12,34,567.8', 1_234_567.8],
  ['es', '1.234', 1234],
  ['pt', '1.234,50', 1234.5],
  ['en', '1\u202f234,5', 1234.5],
  ['en', '1\u00a0234\u00a0567', 1_234_567],
  ['en', "1'234.50", 1234.5],
  ['en', '1’234.50', 1234.5],
  ['en', '\u22125', -5],
  ['en', '- 5', -5],
  ['en', '+5', 5],
  ['en', '-0', 0],
  ['de', ',5', 0.5],
  ['de', '5,', 5],
  ['en', '٣٫٥', 3.5],
  ['en', '١٬٢٣٤', 1234],
  ['en', '\u200f۱۲', 12],
  ['en', '１２．５', 12.5],
  ['en', '1e3', undefined],
  ['en', '12abc', undefined],
  ['en', '1.2.3', undefined],
  ['en', '1,23,4', undefined],
  ['en', '1.234.56', undefined],
  ['en', '1,234.567,8', undefined],
  ['en', '1 23', undefined],
  ['en', '1 234 567.890.1', undefined],
  ['en', '5-', undefined],
  ['en', '--5', undefined],
  ['en', '.', undefined],
  ['en', '', undefined],
  ['en', '€5', undefined],
  ['en', '1234567890123456', undefined],
])('a number in %s: %s', (language, text, value) => {
  expect(parseNumber(text, { language })).toBe(value)
})

test.each<[string, string, number | undefined]>([
  ['de', '12.50', 12.5],
  ['de', '1.250,00 €', 1250],
  ['de', '€ 12,50', 12.5],
  ['de', '-5 EUR', -5],
  ['de', '-€5', -5],
  ['en', '€1,250', 1250],
  ['de', '1,234', undefined],
  ['de', '12,505', undefined],
  ['de', '$5', undefined],
  ['de', '5 € 50', undefined],
])('an amount in %s: %s', (language, text, value) => {
  expect(parseNumber(text, { language, currency: 'EUR', maxFractionDigits: 2 })).toBe(value)
})

test('a text of any length is read at once', () => {
  for (const text of [`${' '.repeat(100_000)}x`, '1,'.repeat(100_000), `${'1 '.repeat(100_000)}x`]) {
    const begun = process.cpuUsage()
    expect(parseNumber(text, { language: 'en' })).toBeUndefined()
    expect(process.cpuUsage(begun).user).toBeLessThan(200_000)
  }
})
