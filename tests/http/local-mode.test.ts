import { networkInterfaces } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import { mail } from '#/core/email/mail.table.server.ts'
import { createHttpClient } from '../support/http-client.ts'
import { openApp, publicSettings, type AppUnderTest } from '../support/http/open-app.ts'
import { getRaw } from '../support/http/raw-request.ts'

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

/** Requests every path of the mailbox. Returns the statuses and whether any response contained the mail. */
async function askMailbox(
  app: AppUnderTest,
  headerLines: readonly string[],
): Promise<{ statuses: number[]; leaked: boolean }> {
  const entryPoints = [
    '/dev/mailbox',
    '/dev/mailbox/',
    '/DEV/mailbox',
    '/dev/mailbox.json',
    '/dev/mailbox.json?to=ada@example.com',
    '/dev/mailbox%2ejson',
    await serverFunctionOf(app),
  ]
  const answers = await Promise.all(
    entryPoints.map((path) =>
      getRaw(app.port, path, ['Sec-Fetch-Site: same-origin', 'x-tsr-serverfn: true', ...headerLines]),
    ),
  )
  return {
    statuses: answers.map(({ status }) => status),
    leaked: answers.some(({ body }) => body.includes(CANARY)),
  }
}

let address: string | undefined
/** The URL of the page's server function, found in the scripts that the page loads. */
async function serverFunctionOf(app: AppUnderTest): Promise<string> {
  address ??= await (async () => {
    const found = new Set<string>()
    const scripts = new Set<string>()
    const html = await (await fetch(`${app.url}/nope`)).text()
    const queue: string[] = html.match(/\/assets\/[\w.-]+\.js/g) ?? []
    for (let next = queue.pop(); next; next = queue.pop()) {
      if (scripts.has(next)) continue
      scripts.add(next)
      const code = await (await fetch(app.url + next)).text()
      for (const [id] of code.matchAll(/(?<=["'`])[0-9a-f]{64}(?=["'`])/g)) found.add(id)
      for (const [, name] of code.matchAll(/["'`](?:\.\/|\/?assets\/)([\w.-]+\.js)["'`]/g))
        queue.push(`/assets/${name}`)
    }
    expect(found.size).toBeGreaterThan(0)
    return `/_serverFn/${[...found].join(',').split(',')[0]}`
  })()
  return address
}

describe('a server in local mode', () => {
  let app: AppUnderTest
  beforeAll(async () => {
    app = await openApp()
    await app.db.insert(mail).values(rows)
  })
  const own = () => [`Host: localhost:${app.port}`]

  test('shows its mailbox to this machine, at every path', async () => {
    const { statuses, leaked } = await askMailbox(app, own())
    // A path has one spelling.
    expect(statuses).toEqual([200, 200, 404, 200, 200, 404, 200])
    expect(leaked).toBe(true)
    for (const host of ['127.0.0.1', `127.0.0.1:${app.port}`, `[::1]:${app.port}`, 'LOCALHOST']) {
      expect((await askMailbox(app, [`Host: ${host}`])).leaked, host).toBe(true)
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
      const { statuses, leaked } = await askMailbox(app, [`Host: ${host}`])
      expect(leaked).toBe(false)
      expect(statuses.slice(0, 6)).toEqual([404, 404, 404, 404, 404, 404])
    },
  )

  test('rejects a Host that names two', async () => {
    const { statuses, leaked } = await askMailbox(app, ['Host: localhost, evil.example'])
    expect(leaked).toBe(false)
    expect(statuses.slice(0, 6)).toEqual([400, 400, 400, 400, 400, 400])
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
    const { statuses, leaked } = await askMailbox(app, [...own(), line])
    expect(leaked).toBe(false)
    expect(statuses.slice(0, 6)).toEqual([404, 404, 404, 404, 404, 404])
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
    expect(await seen('/dev/mailbox')).toEqual(await seen('/dev/nothing'))
    expect(await seen('/dev/components')).toEqual(await seen('/dev/nothing'))
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
    const { statuses, leaked } = await askMailbox(app, [`Host: localhost:${app.port}`])
    expect(leaked).toBe(false)
    expect(statuses.slice(0, 6)).toEqual([404, 404, 404, 404, 404, 404])
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
    const { statuses, leaked } = await askMailbox(app, [`Host: localhost:${app.port}`])
    expect(leaked).toBe(false)
    expect(statuses.slice(0, 6)).toEqual([404, 404, 404, 404, 404, 404])
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
