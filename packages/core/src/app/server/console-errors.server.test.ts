import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { logConsoleErrors } from './console-errors.server.ts'

test('errors that a library writes to the console are lines of the log, as warnings while the database is away', () => {
  const { error } = console
  onTestFinished(() => void (console.error = error))
  const lines: Record<string, unknown>[] = []
  logConsoleErrors(pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }))
  console.error(new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') }))
  console.error('# SERVER_ERROR: ', new TypeError('no such method'))
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [40, 'a library reported an error'],
    [50, 'a library reported an error'],
  ])
})
