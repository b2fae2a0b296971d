import { beforeAll, expect, test } from 'vitest'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp, startTwin, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'
import { hasTracing, startOtlpReceiver, type OtlpReceiver } from '@plinth/testing/servers/otlp-receiver.ts'
import type { RunningApp } from '@plinth/testing/programs/running-app.ts'

let app: AppUnderTest
/** Another instance, which tells all that it ever tells. */
let twin: RunningApp
let receiver: OtlpReceiver
let ada: HttpClient
let email: string
beforeAll(async () => {
  app = await sharedApp()
  receiver = await startOtlpReceiver()
  twin = await startTwin(app, {
    ...receiver.settings,
    LOG_LEVEL: 'debug',
  })
  const signedUp = await signUp(app)
  ada = signedUp.client
  email = signedUp.email
})

type Scope = { scope: string; path: string | null }
const resultOf = async (answer: Response) =>
  ((await answer.json()) as { result: { data: { json: unknown } } }).result.data.json
const listed = async () => (await resultOf(await ada.get('/api/trpc/apiKeys.list'))) as { scopes: Scope[] }

/** A mutation of ada's, in the same browser with any instance. */
const mutate = (name: string, input: object, { url } = app as { url: string }) =>
  fetch(`${url}/api/trpc/${name}`, {
    method: 'POST',
    headers: { origin: app.url, cookie: ada.cookie(), 'content-type': 'application/json' },
    body: JSON.stringify({ json: input }),
  })

async function createdKey(scopes: readonly string[], instance?: RunningApp) {
  const answer = await mutate('apiKeys.create', { name: 'Import', scopes }, instance)
  return (await resultOf(answer)) as { id: string; key: string }
}

/** A query that needs no input, of any installed feature. */
async function queryToTry() {
  const found = (await listed()).scopes.find(({ scope, path }) => scope.endsWith(':read') && path !== null)
  if (!found?.path) throw new Error('No feature has an operation to try')
  return { scope: found.scope, path: `/api/v1${found.path}` }
}

const get = (path: string, headers: Record<string, string>, { url } = app as { url: string }) =>
  fetch(url + path, { headers })
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

test('from the settings to a first answer, and to 401 once the key is revoked', async () => {
  const { scope, path } = await queryToTry()
  const { id, key } = await createdKey([scope])
  const answer = await get(path, bearer(key))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(answer.headers.get('ratelimit-policy')).toContain('q=120')
  await mutate('apiKeys.revoke', { id })
  expect((await get(path, bearer(key))).status).toBe(401)
})

test('a key that is revoked on one instance is refused at once on every other', async () => {
  const { scope, path } = await queryToTry()
  const { id, key } = await createdKey([scope])
  const seen = async () =>
    Promise.all([app, twin].map(async (instance) => (await get(path, bearer(key), instance)).status))
  expect(await seen()).toEqual([200, 200])
  expect((await mutate('apiKeys.revoke', { id }, twin)).status).toBe(200)
  expect(await seen()).toEqual([401, 401])
})

test('the API knows nobody by a cookie, and nothing else knows anybody by a key', async () => {
  const { scope, path } = await queryToTry()
  const { key } = await createdKey([scope])
  expect((await get(path, { cookie: ada.cookie() })).status).toBe(401)
  expect((await get('/api/trpc/apiKeys.list', bearer(key))).status).toBe(401)
  const page = await fetch(`${app.url}/dashboard`, { headers: bearer(key), redirect: 'manual' })
  expect([page.status, page.headers.get('location')]).toEqual([307, expect.stringContaining('/login')])
  const session = await get('/api/auth/get-session', bearer(key))
  expect(await session.text()).not.toContain(email)
})

test.skipIf(!hasTracing)('a key is in no log line and no trace, however it is sent', async () => {
  const { scope, path } = await queryToTry()
  const { key } = await createdKey([scope], twin)
  const answers = await Promise.all([
    get(path, bearer(key), twin),
    get(`${path}?key=${key}`, bearer(key), twin),
    get(`/api/v1/${key}`, bearer(key), twin),
    get(path, bearer(`${key}0`), twin),
    fetch(`${twin.url}/api/mcp`, { method: 'POST', headers: bearer(key), body: key }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 401, 415])
  const traced = () =>
    receiver.spans.map(({ name, attributes }) => {
      const { value } = attributes.find(({ key: of }) => of === 'http.response.status_code') ?? {}
      return `${name} ${value?.intValue ?? ''}`
    })
  const routes = ['GET /api/v1/$ 200', 'GET /api/v1/$ 400', 'GET /api/v1/$ 401', 'GET /api/v1/$ 404']
  const all = [...routes, 'POST /api/mcp 415', 'POST /api/trpc/apiKeys.create 200']
  await expect.poll(traced).toEqual(expect.arrayContaining(all))
  expect(receiver.text() + twin.output()).not.toContain(key.slice('plinth_'.length))
})

test('a page of another origin gets neither data nor CORS headers', async () => {
  const { scope, path } = await queryToTry()
  const { key } = await createdKey([scope])
  const answer = await get(path, { ...bearer(key), origin: 'https://evil.example' })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
  const asked = await fetch(app.url + path, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example' },
  })
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([405, null])
})

test.each([
  ['too large', { method: 'POST', body: 'x'.repeat(1_100_000) }, 413, 'errors:tooLarge'],
  [
    'of another site',
    { method: 'DELETE', headers: { origin: 'https://evil.example' } },
    403,
    'errors:crossSite',
  ],
  ['of an unknown method', { method: 'LINK' }, 405, 'errors:malformed'],
])('a request %s is refused as RFC 9457 says', async (...[, init, status, code]) => {
  const answer = await fetch(`${app.url}/api/v1/anything`, init)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
  expect(await answer.json()).toMatchObject({ type: 'about:blank', status, code, title: expect.any(String) })
})

test('a path that can not be decoded is not found as RFC 9457 says', async () => {
  const answer = await fetch(`${app.url}/api/v1/anything/%`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
})

test('a GET to the MCP server is 405 as RFC 9457 says: it has no stream to open', async () => {
  const answer = await get('/api/mcp', { accept: 'text/event-stream' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
})

test.each([
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['text/event-stream', 'text/event-stream'],
  ['application/json, text/event-stream', undefined],
  ['text/html', 'application/json'],
])('the MCP server answers a client that accepts %s', async (accept, type) => {
  const { scope } = await queryToTry()
  const { key } = await createdKey([scope])
  const ask = (method: string, params: object) =>
    fetch(`${app.url}/api/mcp`, {
      method: 'POST',
      headers: { ...bearer(key), accept, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a client', version: '1' },
  }
  for (const answer of [await ask('initialize', hello), await ask('tools/list', {})]) {
    const text = await answer.text()
    expect(answer.status, text).toBe(200)
    if (type) expect(answer.headers.get('content-type')).toContain(type)
    const [, streamed] = /^data: ?(.+)$/m.exec(text) ?? []
    expect(JSON.parse(streamed ?? text)).toMatchObject({ id: 1, result: {} })
  }
})

test('the document of the API is public, and its security is the key', async () => {
  const document = (await (await get('/api/openapi.json', {})).json()) as Record<string, unknown>
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: `${app.url}/api/v1` }] })
})
