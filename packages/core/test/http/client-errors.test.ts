import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp()
})

const script = readdirSync('dist/client/assets').find((name) => name.endsWith('.js')) ?? ''
const report = {
  id: 'k3vt9mq2xw8z',
  name: 'TypeError',
  code: 'React 418',
  route: '/dashboard/things/$thingId',
  frames: [`show@assets/${script}:1:20`, '@assets/gone-12345678.js:3:4'],
}
const post = (body: unknown) =>
  fetch(`${app.url}/api/client-errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('an error of a page is in the log under the id that its user was shown', async () => {
  expect((await post(report)).status).toBe(204)
  await expect.poll(() => app.output()).toContain('a page failed')
  const line = app
    .output()
    .split('\n')
    .find((one) => one.includes('a page failed'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    level: 'error',
    requestId: report.id,
    place: 'browser /dashboard/things/$thingId',
    release: expect.stringMatching(/^[\da-f]{12}$/),
    err: {
      type: 'TypeError',
      message: '',
      errorCode: 'React 418',
      stack: [expect.stringMatching(/^at show \(/), 'at dist/client/assets/gone-12345678.js:3:4'],
    },
  })
})

test('nothing that could hold text of a user is taken', async () => {
  for (const wrong of [
    'no JSON',
    {},
    { ...report, message: 'canary@example.com' },
    { ...report, name: 'Ada Lovelace' },
    { ...report, id: 'canary@example.com' },
    { ...report, code: 'ada' },
    { ...report, route: '/dashboard?q=ada' },
    { ...report, frames: [] },
    { ...report, frames: ['ada@../../etc/passwd:1:1'] },
    { ...report, frames: ['@assets/../../../etc/passwd.js:1:1'] },
    { ...report, frames: Array.from({ length: 21 }, () => report.frames[0]) },
  ])
    expect((await post(wrong)).status, JSON.stringify(wrong)).toBe(400)
  expect(app.output()).not.toContain('canary@example.com')
})

test('an address reports sixty errors a minute', async () => {
  const answers = await Promise.all(Array.from({ length: 61 }, async () => (await post(report)).status))
  expect(answers).toContain(429)
})

test('maps of the scripts are not served', async () => {
  for (const path of [`/assets/${script}.map`, `/maps/assets/${script}.map`])
    expect((await fetch(app.url + path)).status, path).toBe(404)
})
