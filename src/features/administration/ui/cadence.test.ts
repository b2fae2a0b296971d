import { expect, test } from 'vitest'
import { cadenceOf } from './cadence.ts'

test.each([
  ['*/5 * * * *', { key: 'everyMinutes', params: { minutes: 5 } }],
  ['5-59/10 * * * *', { key: 'everyMinutes', params: { minutes: 10 } }],
  ['7 * * * *', { key: 'hourly', params: { minute: '07' } }],
  ['7 4 * * *', { key: 'daily', params: { time: '04:07' } }],
  ['*/5 3 * * *', undefined],
  ['0 9 * * 1', undefined],
  ['* * * * *', undefined],
])('%s', (cron, cadence) => {
  expect(cadenceOf(cron)).toEqual(cadence)
})
