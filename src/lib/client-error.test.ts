import { expect, test, vi } from 'vitest'
import { createReporter, type ClientError } from './client-error.ts'
import { OfflineError } from './wire-error.ts'

vi.stubGlobal('location', { origin: 'https://app.example.com' })

const thrown = (parts: { name?: string; message?: string; stack: string }) =>
  Object.assign(new Error(parts.message ?? 'ada@example.com'), { name: 'TypeError', ...parts })
const chrome = `TypeError: ada@example.com
    at show (https://app.example.com/assets/home-B2OEml86.js:1:2345)
    at async Object.load (https://app.example.com/assets/index-4uxk97GP.js:20:7)
    at https://app.example.com/assets/index-4uxk97GP.js:21:9
    at other (chrome-extension://abcdef/content.js:1:1)`
const firefox = `show@https://app.example.com/assets/home-B2OEml86.js:1:2345
@https://app.example.com/assets/index-4uxk97GP.js:21:9`

function reporting() {
  const sent: ClientError[] = []
  return {
    sent,
    report: createReporter(
      () => '/dashboard/',
      (error) => void sent.push(error),
    ),
  }
}

test('a report names the error, the route and places in scripts of the application, and no message', () => {
  const { sent, report } = reporting()
  report(thrown({ stack: chrome }))
  report(thrown({ name: 'RangeError', stack: firefox }))
  expect(sent.map(({ frames }) => frames)).toEqual([
    [
      'show@assets/home-B2OEml86.js:1:2345',
      'Object.load@assets/index-4uxk97GP.js:20:7',
      '@assets/index-4uxk97GP.js:21:9',
    ],
    ['show@assets/home-B2OEml86.js:1:2345', '@assets/index-4uxk97GP.js:21:9'],
  ])
  expect(JSON.stringify(sent)).not.toContain('ada@')
})

test('an error is sent once for each page, under one id', () => {
  const { sent, report } = reporting()
  // As React does: renders again what threw, from another place of its own.
  const again = chrome.replace(':20:7', ':20:99')
  const ids = [chrome, again, chrome].map((stack) => report(thrown({ stack })))
  expect(new Set(ids)).toEqual(new Set([sent[0]?.id]))
  expect(sent).toHaveLength(1)
  for (let line = 1; line < 100; line++) report(thrown({ stack: chrome.replace('1:2345', `${line}:1`) }))
  expect(sent).toHaveLength(20)
})

test('what is no error of the application is not sent', () => {
  const { sent, report } = reporting()
  for (const other of [
    undefined,
    'text',
    thrown({ name: 'AbortError', stack: chrome }),
    new Error('wrapped', { cause: new OfflineError('no network') }),
    thrown({ stack: 'Error\n    at x (chrome-extension://abcdef/content.js:1:1)' }),
  ])
    expect(report(other)).toBeUndefined()
  expect(sent).toEqual([])
})

test('errors of React are known by their number', () => {
  const { sent, report } = reporting()
  report(
    thrown({
      message: 'Minified React error #418; visit https://react.dev/errors/418?args[]=ada',
      stack: chrome,
    }),
  )
  expect(sent[0]?.code).toBe('React 418')
})
