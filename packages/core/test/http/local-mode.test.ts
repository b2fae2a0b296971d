import { networkInterfaces } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { routeTree } from '../../../../src/routeTree.gen.ts'
import { routesOf } from '@plinth/testing/entry-points.ts'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { openApp, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { getRaw } from '@plinth/testing/http/raw-request.ts'

const CANARY = 'canary-of-the-mailbox'
const rows = {
  id: 'canary00000',
  to: 'ada@example.com',
  language: 'en',
  template: 'verifyEmail',
  subject: CANARY,
  text: CANARY,
  html: CANARY,
  links: [],
}

/** Answers to POST only. */
const OPENS_DEMO = '/dev/demo'

/** The pages and routes of local mode that are read, those of features included. */
const localPaths = routesOf(routeTree).flatMap(({ path, access, isLeaf }) =>
  access === 'local' && isLeaf && path !== OPENS_DEMO ? [path.replace(/\/$/, '')] : [],
)
// A path has one spelling.
const misspelt = localPaths
  .filter((path) => path.includes('.'))
  .flatMap((path) => [path.toUpperCase(), path.replace('.', '%2e')])

/** Requests all of local mode. Returns the statuses and whether any response contained the mail. */
async function askLocalMode(
  app: AppUnderTest,
  headerLines: readonly string[],
): Promise<{ statuses: Record<string, number>; leaked: boolean }> {
  const answers = await Promise.all(
    [...localPaths, ...misspelt].map(async (path) => ({
      path,
      ...(await getRaw(app.port, path, headerLines)),
    })),
  )
  return {
    statuses: Object.fromEntries(answers.map(({ path, status }) => [path, status])),
    leaked: answers.some(({ body }) => body.includes(CANARY)),
  }
}
const statusesOf = (local: number) =>
  Object.fromEntries([...localPaths.map((path) => [path, local]), ...misspelt.map((path) => [path, 404])])

describe('a server in local mode', () => {
  let app: AppUnderTest
  beforeAll(async () => {
    app = await openApp()
    await app.db.insert(mail).values(rows)
  })
  const own = () => [`Host: localhost:${app.port}`]

  test('shows its pages and its mailbox to this machine', async () => {
    const { statuses, leaked } = await askLocalMode(app, own())
    expect(localPaths).toContain('/dev/mailbox.json')
    expect(statuses).toEqual(statusesOf(200))
    expect(leaked).toBe(true)
    for (const host of ['127.0.0.1', `127.0.0.1:${app.port}`, `[::1]:${app.port}`, 'LOCALHOST']) {
      expect((await askLocalMode(app, [`Host: ${host}`])).leaked, host).toBe(true)
    }
  })

  test('signs a browser of this machine in to the demo, and no other', async () => {
    const open = (headers: Record<string, string>) =>
      fetch(app.url + OPENS_DEMO, { method: 'POST', redirect: 'manual', headers })
    const opened = await open({ origin: app.url })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/dashboard'])
    const cookie = opened.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    expect(await (await fetch(`${app.url}/dashboard`, { headers: { cookie } })).text()).toContain('Ada')
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: app.url, 'x-forwarded-for': '203.0.113.9' },
    ]) {
      const refused = await open(headers as Record<string, string>)
      expect(refused.status).toBeGreaterThanOrEqual(403)
      expect(refused.headers.getSetCookie()).toEqual([])
    }
  })

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    '127.0.0.1@evil.example',
    '0.0.0.0',
    '128.0.0.1',
    '127.0.0.256',
    '[::2]',
    '',
  ])(
    'responds to a Host of "%s" like an unknown path, so that DNS rebinding cannot read it',
    async (host) => {
      const { statuses, leaked } = await askLocalMode(app, [`Host: ${host}`])
      expect(leaked).toBe(false)
      expect(statuses).toEqual(statusesOf(404))
    },
  )

  test('rejects a Host that names two', async () => {
    const { statuses, leaked } = await askLocalMode(app, ['Host: localhost, evil.example'])
    expect(leaked).toBe(false)
    expect([...new Set(Object.values(statuses))]).toEqual([400])
  })

  test.each([
    'X-Forwarded-For: 127.0.0.1',
    'X-Forwarded-Host: localhost',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Port: 80',
    'X-Forwarded-Server: a',
    'X-Forwarded: for=127.0.0.1',
    'Forwarded: for=127.0.0.1',
    'Via: 1.1 proxy',
    'X-Real-IP: 127.0.0.1',
    'X-Client-IP: 127.0.0.1',
    'X-Original-IP: 127.0.0.1',
    'CF-Connecting-IP: 127.0.0.1',
    'True-Client-IP: 127.0.0.1',
    'Fastly-Client-IP: 127.0.0.1',
  ])('hides the mailbox from requests that came through a proxy or tunnel (%s)', async (line) => {
    const { statuses, leaked } = await askLocalMode(app, [...own(), line])
    expect(leaked).toBe(false)
    expect(statuses).toEqual(statusesOf(404))
  })

  test('responds for closed pages as for an unknown path', async () => {
    const closed = await getRaw(app.port, '/dev/mailbox.json', ['Host: evil.example'])
    const unknown = await getRaw(app.port, '/dev/nothing.json', ['Host: evil.example'])
    const shapeOf = (text: string) => text.replace(/[\w-]{12}(?="})/, 'id').replace(/^[\da-f]+\r\n/, '')
    expect(shapeOf(closed.body)).toBe(shapeOf(unknown.body))
    const seen = async (path: string) => {
      const { status, body } = await getRaw(app.port, path, ['Host: evil.example'])
      return [status, /<title>(.*?)<\/title>/.exec(body)?.[1], /<main.*?<\/main>/s.exec(body)?.[0]]
    }
    const pages = localPaths.filter((path) => !path.endsWith('.json'))
    for (const path of pages) expect(await seen(path), path).toEqual(await seen('/dev/nothing'))
  })

  test('is not reachable at another address of this machine', async () => {
    const [other] = Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
    if (!other) return
    await expect(fetch(`http://${other.address}:${app.port}/healthz`)).rejects.toThrow('fetch failed')
  })
})

describe('a server that others can reach', () => {
  let app: AppUnderTest
  beforeAll(async () => {
    app = await openApp({ HOST: '0.0.0.0', ...publicSettings })
    await app.db.insert(mail).values(rows)
  })

  test('has no mailbox, not even for this machine, although APP_URL is a loopback address', async () => {
    const { statuses, leaked } = await askLocalMode(app, [`Host: localhost:${app.port}`])
    expect(leaked).toBe(false)
    expect(statuses).toEqual(statusesOf(404))
  })

  test('has no demo users and prints no password', async () => {
    const answer = await createHttpClient(app.url).post('/api/auth/sign-in/email', {
      email: 'admin@example.com',
      password: 'vier rote Ziegel am Fluss',
    })
    expect(answer.status).toBe(401)
    expect(app.output()).not.toMatch(/Password|example\.com|Mailbox/)
  })
})

describe('a server with an https address', () => {
  let app: AppUnderTest
  beforeAll(async () => {
    app = await openApp({ APP_URL: 'https://app.example.com', ...publicSettings })
  })

  test('has no mailbox, sends HSTS everywhere and marks its cookies', async () => {
    const { statuses, leaked } = await askLocalMode(app, [`Host: localhost:${app.port}`])
    expect(leaked).toBe(false)
    expect(statuses).toEqual(statusesOf(404))
    for (const target of ['/', '/register', '/favicon.svg', '/nope', '/api/nope', '/healthz', '/dashboard']) {
      const answer = await fetch(app.url + target, { redirect: 'manual' })
      expect(answer.headers.get('strict-transport-security'), target).toBe(
        'max-age=63072000; includeSubDomains',
      )
    }
  })

  test('accepts writes from its own origin only, and signs users in with __Host- cookies', async () => {
    const body = JSON.stringify({
      firstName: 'Eva',
      lastName: 'Lux',
      email: 'eva@example.org',
      password: 'vier rote Ziegel am Fluss',
    })
    const signUp = (origin: string) =>
      fetch(`${app.url}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body,
      })
    expect((await signUp(app.url)).status).toBe(403)
    const answer = await signUp('https://app.example.com')
    expect(answer.status).toBe(200)
    for (const cookie of answer.headers.getSetCookie()) {
      expect(cookie).not.toMatch(/domain=/i)
      const [pair, ...attributes] = cookie.split('; ')
      expect(pair).toMatch(/^__Host-/)
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']))
    }
    expect(
      await (
        await fetch(`${app.url}/api/auth/get-session`, {
          headers: { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
        })
      ).json(),
    ).toMatchObject({
      user: { email: 'eva@example.org' },
    })
  })
})
