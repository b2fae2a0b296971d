import { beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient, signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { cachedPages } from '@plinth/testing/http/cached-pages.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { untilReady } from '@plinth/testing/http/until-ready.ts'
import { getRaw, sendRaw } from '@plinth/testing/http/raw-request.ts'

let app: AppUnderTest
let ada: HttpClient
beforeAll(async () => {
  app = await sharedApp()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

const locationOf = (head: string) => /^location: (.*)$/im.exec(head)?.[1]

test.each([...cachedPages, '/dashboard/settings'])(
  '%s with a deeply nested search parameter is 400',
  async (page) => {
    for (const nested of ['['.repeat(7_000) + ']'.repeat(7_000), '%5B'.repeat(2_500) + '%5D'.repeat(2_500)]) {
      const answer = await ada.get(`${page}?search=${nested}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        400,
        expect.stringMatching(/^text\/html/),
      ])
    }
    expect((await ada.get(`/dashboard/settings?search=${'['.repeat(100)}`)).status).toBe(200)
  },
)

test.skipIf(cachedPages.includes('/'))('without a page of its own, / leads to the dashboard', async () => {
  expect(locationOf(await getRaw(app.port, '/').then(({ head }) => head))).toBe('/dashboard')
})

test.each(['/login', '/register', '/verify-email'])(
  '%s responds with and without a trailing slash',
  async (path) => {
    for (const target of [path, `${path}/`]) expect((await getRaw(app.port, target)).status, target).toBe(200)
  },
)

describe('translations', () => {
  const get = (target: string) => fetch(app.url + target, { headers: { 'accept-encoding': 'br' } })
  const named = async () => {
    const files = (await (await get('/login')).text()).match(/\/assets\/texts\/en\/[\w.-]+\.json/g) ?? []
    return [...new Set(files)]
  }

  test('are files of the build, kept for a year', async () => {
    const files = await named()
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const answer = await get(file)
      expect(answer.status, file).toBe(200)
      expect(answer.headers.get('content-encoding')).toBe('br')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test("of another version are today's, and stored nowhere", async () => {
    const [file = ''] = await named()
    const answer = await get(file.replace(/[\w-]{8}\.json$/, 'aaaaaaaa.json'))
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual(await (await get(file)).json())
  })

  test.each([
    '/assets/texts/en/all.invented-aaaaaaaa.json',
    '/assets/texts/en/app.invented-aaaaaaaa.json',
    '/assets/texts/en/page.invented-aaaaaaaa.json',
    '/assets/texts/en/app+errors-aaaaaaaa.json',
    '/assets/texts/en/__proto__-aaaaaaaa.json',
    '/assets/texts/en/aaaaaaaaaa/*:invented.json',
    '/assets/texts/xx/app-aaaaaaaa.json',
    '/assets/texts/en/app',
  ])('%s is 404: the build names every set', async (target) => expect((await get(target)).status).toBe(404))
})

describe('an unknown URL', () => {
  test.each([
    '/nope',
    '/%2f/evil.example',
    '/%5cevil.example',
    '/DASHBOARDS',
    '/dev',
    '/..%2f..%2fetc/passwd',
    '/assets/%2e%2e/server',
  ])('%s is 404 with a readable page', async (target) => {
    const { status, head, body } = await getRaw(app.port, target)
    expect(status).toBe(404)
    expect(head).toMatch(/content-type: text\/html/)
    expect(body).toContain('<!DOCTYPE html>')
  })

  test.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/src/server.ts',
    '/assets',
    '/assets/',
    '/server/server.js',
  ])('%s is 404: only the files of the build have URLs, and no folder has one', async (target) =>
    expect((await getRaw(app.port, target)).status).toBe(404),
  )

  test.each([
    '/api',
    '/api/nope',
    '/api/auth',
    '/api/auth/',
    '/api/auth/nope',
    '/api/trpc/nope',
    '/api/trpc/sessions',
    '/api/trpc/__proto__',
    '/_serverFn',
    '/assets/nope.js',
    '/favicon.ico',
    '/API/AUTH',
    '/API/auth/get-session',
    '/API/trpc/sessions.list',
    '/HEALTHZ',
    '/Readyz',
    '/METRICS',
  ])('%s is 404 in JSON, whatever the client accepts', async (target) => {
    for (const accept of ['*/*', 'application/json', 'text/html', 'image/png']) {
      const answer = await fetch(app.url + target, { headers: { accept } })
      expect(answer.status, accept).toBe(404)
      expect(answer.headers.get('content-type'), accept).toMatch(/^application\/json/)
      await answer.json()
    }
  })

  test.each([
    '/%68ealthz',
    '/%61pi/trpc/sessions.list',
    '/api/%74rpc/sessions.list',
    '/LOGIN',
    '/%6Cogin',
    '/%64ashboard/settings',
  ])('%s is 404: a route has one spelling', async (target) =>
    expect((await getRaw(app.port, target)).status).toBe(404),
  )

  test.each([
    '/%',
    '/%00',
    '/%E0%A4%A',
    '/a%0d%0ab',
    '/%0d/evil.example/',
    '/dashboard/%',
    '/dashboard/settings/%00',
    '/api/trpc/%',
    '/api/auth/%',
    '/api/files/%00',
  ])('malformed or control characters in %s are 404, also for a member', async (target) => {
    const { status, head } = await getRaw(app.port, target, [
      `Host: localhost:${app.port}`,
      `Cookie: ${ada.cookie()}`,
    ])
    expect(status).toBe(404)
    expect(head).toMatch(target.startsWith('/api') ? /application\/json/ : /text\/html/)
  })
})

describe('redirects', () => {
  test.each([
    '//evil.example',
    '//evil.example/x/..',
    '/\\evil.example',
    '/\\/evil.example',
    '/.//evil.example',
    '/a/..//evil.example/',
    '///evil.example',
    '/%2f%2fevil.example/',
    '/login//',
    '/dashboard//evil.example',
    '/login?redirect=//evil.example',
    '/login?redirect=https://evil.example',
    '/login?redirect=/%5cevil.example',
    '/login?redirect=javascript:alert(1)',
    '/dashboard?redirect=//evil.example',
    'http://evil.example/dashboard',
    'http://evil.example//dashboard',
  ])('%s never redirects to another origin', async (target) => {
    for (const host of [`localhost:${app.port}`, 'evil.example']) {
      for (const cookie of ['', ada.cookie()]) {
        const { status, head } = await getRaw(app.port, target, [`Host: ${host}`, `Cookie: ${cookie}`])
        expect(status).toBeLessThan(500)
        const location = locationOf(head)
        if (location !== undefined) expect(new URL(location, app.url).origin, location).toBe(app.url)
      }
    }
  })

  test('a form submitted before its page had a script shows the page again', async () => {
    const answer = await createHttpClient(app.url).post('/login?redirect=%2Fdashboard%2Fsettings', {})
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/login?redirect=%2Fdashboard%2Fsettings',
    ])
  })
})

describe('the Host header', () => {
  test.each([
    'evil.example',
    'a:99999',
    '1.2.3.400',
    '0xffffffffff',
    '[::zz]',
    'a@b',
    '%zz',
    'xn--',
    'a b',
    '',
  ])('"%s" does not affect the response', async (host) => {
    const { status, head, body } = await getRaw(app.port, '/nope', [`Host: ${host}`])
    expect(status).toBe(404)
    expect(head).toContain('content-security-policy')
    expect(body).not.toContain('evil.example')
  })

  test.each(['/login', '/nope', '/favicon.svg', '/api/trpc/sessions.list'])(
    'is sent once: a second one is 400 on %s',
    async (target) => {
      const hosts = [`Host: localhost:${app.port}`, 'host: evil.example']
      expect((await getRaw(app.port, target, hosts)).status).toBe(400)
    },
  )

  test('is required in HTTP/1.1 and optional in HTTP/1.0', async () => {
    expect((await sendRaw(app.port, 'GET /healthz HTTP/1.1\r\n\r\n')).status).toBe(400)
    expect((await sendRaw(app.port, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200)
  })
})

describe('methods', () => {
  test.each([
    '/',
    '/login',
    '/nope',
    '/healthz',
    '/api/trpc/sessions.list',
    '/api/auth/get-session',
    '/favicon.svg',
  ])('only GET, HEAD and POST are allowed on %s', async (path) => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const { status, head } = await sendRaw(
        app.port,
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      )
      expect(status, method).toBe(405)
      expect(head, method).toMatch(/^allow: GET, HEAD(, POST)?$/im)
      expect(head, method).not.toMatch(/access-control/i)
    }
  })

  test('an unknown method and CONNECT close the connection', async () => {
    expect(await sendRaw(app.port, 'FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatchObject({
      status: 400,
      isClosed: true,
    })
    expect(
      await sendRaw(app.port, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    ).toMatchObject({ status: 0, isClosed: true })
  })

  test.each([
    ...cachedPages,
    '/register',
    '/nope',
    '/favicon.svg',
    '/robots.txt',
    '/healthz',
    '/readyz',
    '/api/nope',
    '/dev/mailbox.json',
  ])('HEAD %s returns the headers of GET and no body', async (path) => {
    if (path === '/readyz') await untilReady(app.url)
    const [head, get] = await Promise.all([fetch(app.url + path, { method: 'HEAD' }), fetch(app.url + path)])
    expect(await head.text()).toBe('')
    expect(head.status).toBe(get.status)
    for (const name of [
      'content-type',
      'cache-control',
      'content-length',
      'etag',
      'x-content-type-options',
    ]) {
      // A page is written anew for each request, with a nonce that compresses by itself.
      if (name === 'content-length' && ['/register', '/nope'].includes(path)) continue
      expect(head.headers.get(name), name).toBe(get.headers.get(name))
    }
  })

  test('POST to a GET endpoint is 405, not a page', async () => {
    for (const path of ['/healthz', '/api/files/x']) {
      const answer = await createHttpClient(app.url).post(path, {})
      expect([answer.status, answer.headers.get('allow'), answer.headers.get('content-type')]).toEqual([
        405,
        'GET, HEAD',
        'application/json',
      ])
    }
  })

  test("the library's endpoint of the link in a mail is closed to GET and HEAD: mail scanners try links", async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${app.url}/api/auth/verify-email?token=x`, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })
})

describe('oversized requests', () => {
  const isAlive = async () => (await fetch(`${app.url}/healthz`)).status

  test('a very long URL or header is rejected with 431, and the process survives', async () => {
    expect((await getRaw(app.port, `/?${'a'.repeat(100_000)}`)).status).toBe(431)
    expect((await getRaw(app.port, '/', ['Host: localhost', `X-Long: ${'a'.repeat(40_000)}`])).status).toBe(
      431,
    )
    expect(
      (
        await getRaw(app.port, '/', [
          'Host: localhost',
          ...Array.from({ length: 5_000 }, (_, n) => `X-${n}: 1`),
        ])
      ).status,
    ).toBe(431)
    expect(await isAlive()).toBe(200)
  })

  test('a URL just under the limit is accepted', async () => {
    expect((await getRaw(app.port, `/nope?${'a'.repeat(12_000)}`)).status).toBe(404)
  })

  test('headers named like prototype properties are plain headers', async () => {
    const { status } = await getRaw(app.port, '/nope', [
      'Host: localhost',
      '__proto__: x',
      'constructor: x',
      'toString: x',
      'Cookie: __proto__=x',
    ])
    expect(status).toBe(404)
    expect(await isAlive()).toBe(200)
  })
})
