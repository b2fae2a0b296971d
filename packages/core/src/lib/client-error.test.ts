import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { sendError, type ClientError } from './client-error.ts'

const sent: Blob[] = []
vi.stubGlobal('location', { origin: 'https://app.example.com' })
// Other files of this process load modules that read it.
afterAll(() => vi.unstubAllGlobals())
vi.stubGlobal('navigator', { sendBeacon: (_url: string, body: Blob) => sent.push(body) })
beforeEach(() => void sent.splice(0))

const thrown = (parts: { name?: string; message?: string; stack: string }) =>
  Object.assign(new Error(parts.message ?? 'ada@example.com'), { name: 'TypeError', ...parts })
const chrome = `TypeError: ada@example.com
    at show (https://app.example.com/assets/home-B2OEml86.js:1:2345)
    at async Object.load (https://app.example.com/assets/index-4uxk97GP.js:20:7)
    at https://app.example.com/assets/index-4uxk97GP.js:21:9
    at other (chrome-extension://abcdef/content.js:1:1)`
const firefox = `show@https://app.example.com/assets/home-B2OEml86.js:1:2345
@https://app.example.com/assets/index-4uxk97GP.js:21:9`

const send = (error: unknown) => sendError('k3vt9mq2xw8z', '/dashboard/', error)
const reports = () => Promise.all(sent.map(async (body) => JSON.parse(await body.text()) as ClientError))

test('a report names the error, the route and places in scripts of the application, and no message', async () => {
  send(thrown({ stack: chrome }))
  send(thrown({ name: 'RangeError', stack: firefox }))
  const [first, second] = await reports()
  expect(first).toEqual({
    id: 'k3vt9mq2xw8z',
    name: 'TypeError',
    route: '/dashboard/',
    frames: [
      'show@assets/home-B2OEml86.js:1:2345',
      'Object.load@assets/index-4uxk97GP.js:20:7',
      '@assets/index-4uxk97GP.js:21:9',
    ],
  })
  expect(second?.frames).toEqual(['show@assets/home-B2OEml86.js:1:2345', '@assets/index-4uxk97GP.js:21:9'])
})

test('what is no error of the application is not sent', () => {
  for (const other of [
    undefined,
    'text',
    thrown({ stack: 'Error\n    at x (chrome-extension://abcdef/content.js:1:1)' }),
  ])
    send(other)
  expect(sent).toEqual([])
})

test('errors of React are known by their number', async () => {
  send(
    thrown({
      message: 'Minified React error #418; visit https://react.dev/errors/418?args[]=ada',
      stack: chrome,
    }),
  )
  expect((await reports())[0]?.code).toBe('React 418')
})

test('a page that throws on and on reports twenty errors', () => {
  for (let time = 0; time < 40; time++) send(thrown({ stack: chrome }))
  // Those of the tests above count too: a page is a module.
  expect(sent.length).toBeLessThanOrEqual(20)
  expect(sent.length).toBeGreaterThan(10)
})
