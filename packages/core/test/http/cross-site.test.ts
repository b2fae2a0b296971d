import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { untilReady } from '@plinth/testing/http/until-ready.ts'
import { preferred } from '@plinth/testing/languages.ts'

let app: AppUnderTest
let ada: HttpClient
beforeAll(async () => {
  app = await sharedApp()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

/** The contents of every table but the counters, so that no write goes unnoticed. */
async function everything(): Promise<string> {
  const { rows } = await app.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'limit_counter' order by 1`,
  )
  const contents = await Promise.all(
    rows.map(({ name }) =>
      app.db.execute<{ sum: string }>(
        sql`select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${sql.identifier(name)} t`,
      ),
    ),
  )
  return JSON.stringify(contents.map(({ rows: [row] }, at) => [rows[at]?.name, row?.sum]))
}

const account = { firstName: 'Mal', lastName: 'Ory', email: 'mal@example.org', password: PASSWORD }
const targets: [string, unknown][] = [
  ['/api/trpc/profile.setLanguage', { json: { language: preferred('de') } }],
  ['/api/trpc/profile.setLanguage?batch=1', { 0: { json: { language: preferred('de') } } }],
  ['/api/trpc/profile.setLanguage', { json: { language: preferred('de') } }],
  ['/api/trpc/profile.uploadImage', {}],
  ['/api/auth/sign-up/email', account],
  ['/api/auth/sign-in/email', { email: 'ada@example.com', password: PASSWORD }],
  ['/api/auth/request-password-reset', { email: 'ada@example.com' }],
  ['/api/auth/sign-out', {}],
  ['/_serverFn/anything', {}],
  ['/login', {}],
]

/** The same content in every type that a form or script of another site can send. */
function bodiesOf(content: unknown): [string, BodyInit | undefined, string | undefined][] {
  const text = JSON.stringify(content)
  const form = new FormData()
  form.set('json', text)
  return [
    ['json', text, 'application/json'],
    ['json with a charset', text, 'application/json; charset=utf-8'],
    ['text', text, 'text/plain'],
    ['form', new URLSearchParams({ json: text }), undefined],
    ['multipart', form, undefined],
    ['bytes', text, 'application/octet-stream'],
    ['no type', new TextEncoder().encode(text), undefined],
    ['nothing', undefined, undefined],
  ]
}

const sendersOf = (own: URL): [string, Record<string, string>][] => [
  ['another site', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['a subdomain', { origin: `http://app.localhost:${own.port}` }],
  ['another port', { origin: 'http://localhost:1' }],
  ['the other scheme', { origin: `https://localhost:${own.port}` }],
  ['the number instead of the name', { origin: `http://127.0.0.1:${own.port}` }],
  ['an origin with more', { origin: `${own.origin}/` }],
  ['an origin with a twin', { origin: `${own.origin}, https://evil.example` }],
  ['an empty origin', { origin: '' }],
  ['another site by its own word', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour by its own word', { 'sec-fetch-site': 'same-site' }],
  ['no site by its own word', { 'sec-fetch-site': 'none' }],
  ['ours by word, another by origin', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  ['a browser that says nothing', {}],
]

test('a cross-site write is 403 for every target, content type and sender, and changes nothing', async () => {
  const before = await everything()
  for (const [target, content] of targets) {
    for (const [sender, headers] of sendersOf(new URL(app.url))) {
      const answers = bodiesOf(content).map(async ([kind, body, type]) => {
        const answer = await fetch(app.url + target, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie: ada.cookie(), ...headers, ...(type ? { 'content-type': type } : {}) },
          body,
        })
        expect(answer.status, `${target} from ${sender} as ${kind}`).toBe(403)
        expect(answer.headers.getSetCookie()).toEqual([])
        expect(answer.headers.has('access-control-allow-origin')).toBe(false)
        await answer.text()
      })
      await Promise.all(answers)
    }
  }
  expect(await everything()).toBe(before)
})

describe('allowed writes', () => {
  const list = '/api/trpc/profile.setLanguage'
  const send = (headers: Record<string, string>) =>
    fetch(app.url + list, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: ada.cookie(), ...headers },
      body: '{"json":{"language":"en"}}',
    })

  test('a write from our own pages, by Origin or Sec-Fetch-Site', async () => {
    expect((await send({ origin: app.url })).status).toBe(200)
    expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test('a program without a cookie, which cannot act for a victim', async () => {
    const answer = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: PASSWORD }),
    })
    expect(answer.status).toBe(200)
  })
})

describe('a read', () => {
  const reads = [
    '/',
    '/login',
    '/register',
    '/dashboard',
    '/dashboard/settings',
    '/nope',
    '/healthz',
    '/readyz',
    '/dev/mailbox.json',
  ]
  const data = [
    '/api/auth/get-session',
    '/api/auth/ok',
    '/api/trpc/sessions.list',
    '/api/trpc/admin.users.get?input={"json":{"id":"x"}}',
    '/api/files/x',
  ]

  test('changes nothing, by GET or HEAD, from any origin', async () => {
    const before = await everything()
    for (const target of [...reads, ...data]) {
      if (target === '/readyz') await untilReady(app.url)
      for (const method of ['GET', 'HEAD']) {
        const headers = { cookie: ada.cookie(), origin: 'https://evil.example' }
        const answer = await fetch(app.url + target, { method, headers, redirect: 'manual' })
        expect(answer.status, `${method} ${target}`).toBeLessThan(500)
        await answer.text()
      }
    }
    expect(await everything()).toBe(before)
  })

  test('cannot perform a write', async () => {
    const before = await everything()
    for (const [target, content] of targets.filter(([path]) => path.startsWith('/api/'))) {
      const input = JSON.stringify(content)
      const query = `${target.includes('?') ? '&' : '?'}input=${encodeURIComponent(input)}`
      expect((await ada.get(target + query)).status, target).toBe(405)
    }
    expect(await everything()).toBe(before)
  })

  test('of a server function is rejected for another site', async () => {
    const answer = await fetch(`${app.url}/_serverFn/${'0'.repeat(64)}`, {
      headers: {
        cookie: ada.cookie(),
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
        'x-tsr-serverfn': 'true',
      },
    })
    expect(answer.status).toBe(403)
  })
})
