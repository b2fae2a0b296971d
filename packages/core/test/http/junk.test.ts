import { globSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { sendRaw } from '@plinth/testing/http/raw-request.ts'

let app: AppUnderTest
let ada: HttpClient
beforeAll(async () => {
  app = await openApp()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

type Junk = [what: string, path: string, init?: RequestInit]

const json = { 'content-type': 'application/json' }
const post = (body: BodyInit, headers: Record<string, string> = json): RequestInit => ({
  method: 'POST',
  headers,
  body,
})
const notUtf8 = new Uint8Array([0x7b, 0xff, 0xfe, 0x00])
/** The server functions that pages call, as the build names them. */
const serverFunctions = [
  ...new Set(
    globSync('dist/client/assets/*.js').flatMap(
      (file) => readFileSync(file, 'utf8').match(/\b[0-9a-f]{64}\b/g) ?? [],
    ),
  ),
]

const junk = (): Junk[] => [
  ['an unknown server function', `/_serverFn/${'a'.repeat(64)}`],
  ['an unknown server function with a body', `/_serverFn/${'a'.repeat(64)}`, post('{}')],
  ['the prototype as a server function', '/_serverFn/__proto__'],
  ['a constructor as a server function', '/_serverFn/constructor'],
  ...serverFunctions.flatMap((id): Junk[] => [
    [`${id} with a payload that is no value`, `/_serverFn/${id}`, post('{"t":{"t":99},"f":0,"m":[]}')],
    [`${id} with half a payload`, `/_serverFn/${id}`, post('{"t":')],
    [`${id} with a form`, `/_serverFn/${id}`, post('x', { 'content-type': 'multipart/form-data' })],
    [`${id} with a query that is no value`, `/_serverFn/${id}?payload=%7B%22t%22%3A9%7D`],
  ]),
  ...['/api/auth/sign-in/email', '/api/trpc/account.export', '/login'].flatMap((path): Junk[] => [
    [`${path}, no JSON`, path, post('{"a":')],
    [`${path}, not UTF-8`, path, post(notUtf8)],
    [`${path}, a broken form`, path, post('--x', { 'content-type': 'multipart/form-data; boundary=y' })],
    [`${path}, no method of it`, path, { method: 'PATCH' }],
    [`${path}, a query that can't be decoded`, `${path}?x=%E0%A4%A`],
  ]),
  [
    'cookies that can not be decoded',
    '/login',
    { headers: { cookie: 'a=%zz; better-auth.session_token=%' } },
  ],
  ['a session that nobody signed', '/dashboard', { headers: { cookie: 'plinth.session_token=x.y' } }],
  ['a path that can not be decoded', '/%E0%A4%A'],
  ['a path with a NUL', '/%00'],
]

// A busy machine has these too.
const ofLoad = /"msg":"[^"]*(?:slow|event loop)/

test('junk leaves at most one short line each in the log, without a stack, which errors of ours have', async () => {
  expect(serverFunctions.length).toBeGreaterThan(0)
  const from = app.output().length
  for (const [what, path, init] of junk()) {
    const headers = { origin: app.url, 'sec-fetch-site': 'same-origin', ...init?.headers }
    const answer = await fetch(app.url + path, { redirect: 'manual', ...init, headers })
    await answer.arrayBuffer()
    expect(answer.status, what).toBeLessThan(500)
  }
  for (const raw of ['GET / HTTP/9\r\n\r\n', 'x\r\n\r\n', 'GET /\u0000 HTTP/1.1\r\nhost: a\r\n\r\n'])
    await sendRaw(app.port, raw)
  await app.db.execute(sql`alter table account_export rename to planted_away`)
  await ada.get('/api/trpc/account.latestExport')
  await app.db.execute(sql`alter table planted_away rename to account_export`)
  // Its line is the last one.
  const printed = () => app.output().slice(from)
  await expect.poll(printed).toMatch(/"stack":.*\n/)
  const lines = printed()
    .slice(0, printed().indexOf('"stack"'))
    .split('\n')
    .slice(0, -1)
    .filter((line) => !ofLoad.test(line))
  expect(lines.filter((line) => line.length > 300 || !line.startsWith('{'))).toEqual([])
  expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(junk().length)
})

test('input of any length is never echoed whole', async () => {
  const long = 'y'.repeat(6_000)
  const asked: Junk[] = [
    ['a path', `/api/${long}`],
    ['a procedure', `/api/trpc/${long}`],
    ['procedures', `/api/trpc/${long},${long}?batch=1`],
    [
      'a field of a procedure',
      '/api/trpc/account.requestDeletion',
      post(JSON.stringify({ json: { [long]: 1 } })),
    ],
    ['a field of sign-in', '/api/auth/sign-in/email', post(JSON.stringify({ [long]: 1 }))],
  ]
  for (const [what, path, init] of asked) {
    const headers = { ...init?.headers, cookie: ada.cookie(), origin: app.url }
    const answer = await fetch(app.url + path, { redirect: 'manual', ...init, headers })
    expect(answer.status, what).toBeLessThan(500)
    expect(await answer.text(), what).not.toContain('y'.repeat(101))
  }
})

test('a User-Agent is stored cut, so that the list of sessions stays small', async () => {
  const userAgent = `Mozilla/5.0 ${'z'.repeat(12_000)}`
  const answer = await fetch(`${app.url}/api/auth/sign-in/email`, {
    ...post(JSON.stringify({ email: 'ada@example.com', password: PASSWORD })),
    headers: { ...json, origin: app.url, 'user-agent': userAgent },
  })
  expect(answer.status).toBe(200)
  const { rows } = await app.db.execute<{ longest: number }>(
    'select max(length(user_agent))::int as longest from session',
  )
  expect(rows[0]?.longest).toBeLessThanOrEqual(500)
})
