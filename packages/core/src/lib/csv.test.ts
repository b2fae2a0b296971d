import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('cells are separated by commas, dates are ISO 8601, null is empty', () => {
  expect(csvLine(['Ada', 1, true, new Date(0), null, ''])).toBe('Ada,1,true,1970-01-01T00:00:00.000Z,,\r\n')
})

test('a comma, a quote or a line break stays inside its cell', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\r\nlines', "o'neil"])).toBe(
    '"a,b","say ""hi""","two\r\nlines","o\'neil"\r\n',
  )
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '\u00a0=1',
  '=HYPERLINK("http://evil.test","x")',
  '|calc',
  '%0a=1',
])('a cell that a spreadsheet would run as a formula becomes text: %j', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/)
})
