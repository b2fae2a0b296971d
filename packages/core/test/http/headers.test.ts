import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { cachedPages } from '@plinth/testing/http/cached-pages.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { untilReady } from '@plinth/testing/http/until-ready.ts'
import { signUp } from '@plinth/testing/http/users.ts'
import { preferredOf } from '@plinth/testing/languages.ts'

let app: AppUnderTest
let ada: HttpClient
beforeAll(async () => {
  app = await sharedApp()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(app.url + target, { headers, redirect: 'manual' })

/** Headers of every response, whatever its status and type. */
function expectSafe(answer: Response, what = answer.url): void {
  const { headers } = answer
  expect(headers.get('x-content-type-options'), what).toBe('nosniff')
  expect(headers.get('x-frame-options'), what).toBe('DENY')
  expect(headers.get('cross-origin-opener-policy'), what).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy'), what).toBe('same-origin')
  expect(headers.get('permissions-policy'), what).toContain('camera=()')
  expect(headers.get('referrer-policy'), what).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/)
  expect(headers.get('content-security-policy'), what).toContain("frame-ancestors 'none'")
  expect(headers.get('cache-control'), what).not.toBeNull()
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'strict-transport-security'])
    expect(headers.has(name), `${what} ${name}`).toBe(false)
}

function expectSafePage(answer: Response, what = answer.url): void {
  expectSafe(answer, what)
  expect(answer.headers.get('content-type'), what).toBe('text/html; charset=utf-8')
  const directives = new Map(
    (answer.headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((line) => [line.split(' ')[0], line]),
  )
  expect(directives.get('script-src'), what).toMatch(
    /^script-src 'self'( '(sha256-[\w+/=]{44}|nonce-[\w+/=]{24})')+$/,
  )
  expect(directives.get('default-src'), what).toBe("default-src 'self'")
  expect(directives.get('object-src'), what).toBe("object-src 'none'")
  expect(directives.get('base-uri'), what).toBe("base-uri 'none'")
  expect(directives.get('form-action'), what).toBe("form-action 'self'")
}

function expectSafeData(answer: Response, what = answer.url): void {
  expectSafe(answer, what)
  expect(answer.headers.get('content-type'), what).toMatch(/^application\/json/)
  expect(answer.headers.get('content-security-policy'), what).toBe(
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  )
  expect(answer.headers.get('cache-control'), what).toBe('no-store')
}

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)].map(
    ([, attributes = '', code = '']) => ({ attributes, code }),
  )

describe('pages', () => {
  test('cached public pages allow exactly their own scripts, by hash, in every language', async () => {
    for (const target of [...cachedPages, '/login/']) {
      for (const language of preferredOf('en', 'de', 'es', 'pt')) {
        const answer = await get(target, { 'accept-language': language })
        expectSafePage(answer)
        const html = await answer.text()
        expect(html).toContain(`<html lang="${language}"`)
        const allowed = answer.headers.get('content-security-policy')?.match(/'sha256-[^']+'/g) ?? []
        const present = inlineScripts(html).map(
          ({ code }) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
        )
        expect(new Set(allowed)).toEqual(new Set(present))
        expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      }
    }
  })

  test('every inline script of every other page has the nonce of its own response', async () => {
    const targets = [
      '/register',
      '/verify-email',
      '/nope',
      '/login?redirect=%2Fdashboard',
      '/dashboard',
      '/dashboard/settings',
    ]
    for (const target of targets) {
      const answer = await ada.get(target)
      if (answer.status >= 300 && answer.status < 400) continue
      expectSafePage(answer)
      const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
      const scripts = inlineScripts(await answer.text())
      expect(scripts.length, target).toBeGreaterThan(0)
      for (const { attributes } of scripts) expect(attributes, target).toContain(`nonce="${nonce}"`)
    }
  })

  test('what a user wrote ends no script and begins none', async () => {
    const scriptsFor = async (firstName: string) => {
      const { client } = await signUp(app, { firstName })
      return inlineScripts(await (await client.get('/dashboard/settings')).text())
    }
    const hostile = '</script><script>struck()</script><!--'
    const scripts = await scriptsFor(hostile)
    expect(scripts).toHaveLength((await scriptsFor('Eva')).length)
    const holding = scripts.filter(({ code }) => code.includes('struck()'))
    expect(holding.length).toBeGreaterThan(0)
    for (const { code } of holding) expect(code).not.toMatch(/<\/script|<!--/i)
  })

  test('a thousand responses have a thousand nonces', async () => {
    const nonces = new Set<string | undefined>()
    const fetchSome = async () => {
      for (let count = 0; count < 100; count++) {
        const answer = await get('/nope')
        await answer.body?.cancel()
        nonces.add(/'nonce-([^']{24})'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1])
      }
    }
    await Promise.all(Array.from({ length: 10 }, fetchSome))
    expect(nonces.size).toBe(1000)
    expect(nonces.has(undefined)).toBe(false)
  })

  test('pages of signed-in users are never stored', async () => {
    for (const target of ['/', '/dashboard', '/dashboard/settings', '/nope', '/verify-email']) {
      expect((await ada.get(target)).headers.get('cache-control'), target).toBe('no-store')
    }
  })

  test('a page with a secret in its URL sends no referrer and is not indexed', async () => {
    for (const target of [
      '/verify-email?token=x',
      '/reset-password?token=x',
      '/Reset-Password?token=x',
      '/accept-invitation/x',
      '/api/auth/verify-email?token=x',
    ]) {
      const { headers } = await get(target)
      expect(headers.get('referrer-policy'), target).toBe('no-referrer')
      expect(headers.get('x-robots-tag'), target).toBe('noindex')
    }
    expect((await get('/login')).headers.get('x-robots-tag')).toBeNull()
  })
})

describe('every status', () => {
  test('304', async () => {
    for (const target of [...cachedPages, '/favicon.svg']) {
      const etag = (await get(target)).headers.get('etag') ?? ''
      const answer = await get(target, { 'if-none-match': etag })
      expect(answer.status).toBe(304)
      expectSafe(answer)
      expect(await answer.text()).toBe('')
    }
  })

  test('redirects of guards', async () => {
    const signedOut = await get('/dashboard/settings?x=1')
    expect([signedOut.status, signedOut.headers.get('location')]).toEqual([
      307,
      '/login?redirect=%2Fdashboard%2Fsettings%3Fx%3D1',
    ])
    expectSafe(signedOut)
    const signedIn = await ada.get('/login')
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([307, '/dashboard'])
    expectSafe(signedIn)
  })

  test('404 and 405 of pages', async () => {
    const missing = await get('/nope')
    expect(missing.status).toBe(404)
    expectSafePage(missing)
    const refused = await fetch(app.url, { method: 'PUT' })
    expect(refused.status).toBe(405)
    expectSafePage(refused)
  })

  test('200, 400, 401, 403, 404, 405, 413, 415 of APIs', async () => {
    const post = (target: string, body: string, headers: Record<string, string> = {}) =>
      fetch(app.url + target, {
        method: 'POST',
        headers: { origin: app.url, 'content-type': 'application/json', ...headers },
        body,
      })
    await untilReady(app.url)
    const answers: [number, Promise<Response>][] = [
      [200, get('/healthz')],
      [200, get('/readyz')],
      [200, ada.get('/api/trpc/sessions.list')],
      [200, get('/api/auth/get-session')],
      [200, get('/dev/mailbox.json')],
      [400, ada.post('/api/trpc/profile.setLanguage', { json: {} })],
      [400, post('/api/auth/sign-in/email', '{')],
      [401, get('/api/trpc/sessions.list')],
      [401, post('/api/auth/sign-in/email', JSON.stringify({ email: 'x@example.com', password: 'wrong' }))],
      [403, post('/api/trpc/profile.setLanguage', '{}', { origin: 'https://evil.example' })],
      [404, get('/api/nope')],
      [404, get('/api/auth/nope')],
      [404, get('/api/trpc/nope')],
      [405, fetch(`${app.url}/api/auth/sign-out`, { method: 'DELETE' })],
      [405, get('/api/auth/sign-out')],
      [413, post('/api/trpc/profile.setLanguage', 'x'.repeat(1_100_000))],
      [415, post('/api/trpc/profile.setLanguage', '{}', { 'content-type': 'text/plain' })],
    ]
    for (const [status, pending] of answers) {
      const answer = await pending
      expect(answer.status, answer.url).toBe(status)
      expectSafeData(answer)
      await answer.json()
    }
  })

  test('429 with Retry-After', async () => {
    const ask = () => ada.post('/api/auth/request-password-reset', { email: 'limited@example.org' })
    const answers = await Promise.all(Array.from({ length: 8 }, ask))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(3)
    for (const answer of refused) {
      expectSafeData(answer)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('500: a page for users, JSON for programs, no internals', async () => {
    await app.db.execute(sql`alter table session rename to log_gone`)
    try {
      const answers = [await ada.get('/api/auth/get-session'), await ada.get('/dashboard')]
      expect(answers.map(({ status }) => status)).toEqual([500, 500])
      for (const answer of answers) {
        if (answer.url.includes('/api/')) expectSafeData(answer)
        else expectSafePage(answer)
        expect(await answer.text()).not.toMatch(/relation "|Failed query|log_gone|node_modules/)
      }
    } finally {
      await app.db.execute(sql`alter table log_gone rename to session`)
    }
  })

  test('503 with Retry-After while the database is away, and 200 again after', async () => {
    await app.database.cut()
    try {
      const signIn = fetch(`${app.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { origin: app.url, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', password: PASSWORD }),
      })
      const data = [
        await get('/readyz'),
        await ada.get('/api/trpc/sessions.list'),
        await ada.get('/api/auth/get-session'),
        await signIn,
      ]
      for (const answer of data) {
        expect(answer.status, answer.url).toBe(503)
        expectSafeData(answer)
        expect(Number(answer.headers.get('retry-after')), answer.url).toBeGreaterThan(0)
      }
      const page = await ada.get('/dashboard')
      expect(page.status).toBe(503)
      expectSafePage(page)
      expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await page.text()).toContain('<h1>')
      // Pages that need no database still work.
      expect((await get('/login')).status).toBe(200)
      expect((await get('/healthz')).status).toBe(200)
    } finally {
      await app.database.restore()
    }
    await expect.poll(async () => (await ada.get('/dashboard')).status).toBe(200)
  })
})

describe('files', () => {
  const names = readdirSync(path.resolve('dist/client'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => path.extname(name) !== '',
  )

  test('each has its type and a policy, is immutable if its name contains its hash, and its compressed copy has no URL', async () => {
    for (const name of names) {
      const answer = await get(`/${name}`)
      if (/\.(br|gz)$/.test(name)) {
        expect(answer.status, name).toBe(404)
        continue
      }
      expect(answer.status, name).toBe(200)
      expectSafe(answer)
      expect(answer.headers.get('content-type'), name).toMatch(
        /^(text\/(javascript|css|plain); charset=utf-8|image\/(svg\+xml|png|x-icon|webp)|font\/woff2|application\/(json|manifest\+json).*)$/,
      )
      expect(answer.headers.get('content-security-policy'), name).toContain("default-src 'none'")
      expect(answer.headers.get('cache-control'), name).toMatch(
        name.startsWith('assets/') ? /immutable/ : /^public, max-age=3600$/,
      )
    }
  })

  test('is compressed as the client accepts, and each encoding has its own etag', async () => {
    const [script = ''] = names.filter((name) => name.endsWith('.js.br'))
    const etags = new Set<string | null>()
    for (const [accept, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['', null],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await get(`/${script.slice(0, -3)}`, { 'accept-encoding': accept })
      expect(answer.headers.get('content-encoding'), accept).toBe(encoding)
      etags.add(answer.headers.get('etag'))
      await answer.text()
    }
    expect(etags.size).toBe(3)
  })
})
