import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { sendRaw } from '@plinth/testing/http/raw-request.ts'

const LIMIT = 1_048_576
const UPLOAD_LIMIT = 2_097_152 + 65_536

let app: AppUnderTest
let ada: HttpClient
let admin: HttpClient
beforeAll(async () => {
  app = await sharedApp()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
  admin = await signedInClient(app.url, { email: 'admin@example.com', password: PASSWORD })
})

const post = (target: string, body: BodyInit, type = 'application/json') =>
  fetch(app.url + target, {
    method: 'POST',
    headers: { origin: app.url, cookie: ada.cookie(), 'content-type': type },
    body,
  })
const codeOf = async (answer: Response) => (await answer.text()).match(/errors:\w+/)?.[0]

/** Sends a body without a length in chunks until it is sent or the server has responded. */
function postChunks(
  target: string,
  { chunk, chunks, type = 'application/json' }: { chunk: Buffer; chunks: number; type?: string },
) {
  return new Promise<{ status: number; sentBytes: number }>((resolve, reject) => {
    const headers = { origin: app.url, cookie: ada.cookie(), 'content-type': type }
    const request = httpRequest(app.url + target, { method: 'POST', headers })
    let sentBytes = 0
    let status: number | undefined
    request.on('response', (answer) => {
      status = answer.statusCode ?? 0
      answer.resume()
      resolve({ status, sentBytes })
      request.destroy()
    })
    request.on('error', (error) => status === undefined && reject(error))
    const write = (left: number) => {
      if (status !== undefined || request.destroyed) return
      if (left === 0) return void request.end()
      sentBytes += chunk.length
      request.write(chunk, () => setImmediate(write, left - 1))
    }
    write(chunks)
  })
}

describe('a body with more values than anything needs', () => {
  test.each(['/api/trpc/profile.setLanguage', '/api/auth/sign-in/email'])(
    'is rejected by %s before it is parsed',
    async (target) => {
      const answer = await post(target, `{"json":{"values":[${'0,'.repeat(250_000)}0]}}`)
      expect([answer.status, await codeOf(answer)]).toEqual([413, 'errors:tooLarge'])
    },
  )
})

describe('a body that is too large', () => {
  const targets = ['/api/trpc/profile.setLanguage', '/api/auth/sign-in/email', `/_serverFn/${'0'.repeat(64)}`]

  test.each(targets)('is rejected by %s based on its Content-Length alone', async (target) => {
    const head = [
      `POST ${target} HTTP/1.1`,
      `Host: localhost:${app.port}`,
      `Origin: ${app.url}`,
      'Content-Type: application/json',
    ]
    const { status, body } = await sendRaw(
      app.port,
      [...head, `Content-Length: ${LIMIT + 1}`, '', ''].join('\r\n'),
      'answered',
    )
    expect(status).toBe(413)
    expect(body).toContain('errors:tooLarge')
  })

  test.each(targets)('is rejected by %s when it has no length, without reading all of it', async (target) => {
    const { status, sentBytes } = await postChunks(target, {
      chunk: Buffer.alloc(65_536, 0x20),
      chunks: 1_600,
    })
    expect(status).toBe(413)
    expect(sentBytes).toBeLessThan(50_000_000)
  })

  test('is measured to the byte', async () => {
    const padded = (bytes: number) => '{}'.padEnd(bytes, ' ')
    expect((await post('/api/trpc/profile.setLanguage', padded(LIMIT))).status).toBe(400)
    expect((await post('/api/trpc/profile.setLanguage', padded(LIMIT + 1))).status).toBe(413)
  })

  test('may hold an image and its form for an upload, and no more', async () => {
    const uploadOf = (bytes: number) => {
      const form = new FormData()
      form.set('file', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
      return fetch(`${app.url}/api/trpc/profile.uploadImage`, {
        method: 'POST',
        headers: { origin: app.url, cookie: ada.cookie() },
        body: form,
      })
    }
    expect((await uploadOf(UPLOAD_LIMIT - 65_536)).status).toBe(400)
    expect((await uploadOf(UPLOAD_LIMIT)).status).toBe(413)
  })

  test('does not cost memory: twenty of 50 MB at the same time', async () => {
    const residentBytes = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]) * 1024
    const before = residentBytes()
    const sends = Array.from({ length: 20 }, () =>
      postChunks('/api/trpc/profile.setLanguage', { chunk: Buffer.alloc(262_144, 0x20), chunks: 200 }),
    )
    for (const { status } of await Promise.all(sends)) expect(status).toBe(413)
    // Out of 1000 MB sent.
    expect(residentBytes() - before).toBeLessThan(250 * 1_048_576)
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })
})

describe('an ambiguous end of a request', () => {
  const head = () => `POST /api/auth/ok HTTP/1.1\r\nHost: localhost:${app.port}\r\nOrigin: ${app.url}\r\n`
  test.each([
    ['both a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde'],
    ['an unknown encoding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['a length with a sign', 'Content-Length: +4\r\n\r\nabcd'],
    ['a space before the colon', 'Content-Length : 4\r\n\r\nabcd'],
  ])('%s: rejected, and the connection is closed', async (_name, rest) => {
    expect(await sendRaw(app.port, head() + rest)).toMatchObject({ status: 400, isClosed: true })
  })
})

describe('a body that is not JSON', () => {
  const broken = ['{', '{"json":', 'null,', "{'a':1}", '{"a":1}{"b":2}', '\u0000', '[1,]', 'undefined']

  test.each([
    '/api/trpc/profile.setLanguage',
    '/api/auth/sign-in/email',
    '/api/auth/sign-up/email',
    '/api/auth/request-password-reset',
  ])('is 400 for %s', async (target) => {
    for (const text of broken) {
      const answer = await post(target, text)
      expect(answer.status, text).toBe(400)
      expect(await codeOf(answer), text).toBe('errors:malformed')
    }
  })

  test('that is not valid UTF-8 is 400', async () => {
    for (const target of ['/api/trpc/profile.setLanguage', '/api/auth/sign-in/email']) {
      const answer = await post(target, new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x7d]))
      expect(answer.status, target).toBe(400)
    }
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'application/jsonp',
    'text/json',
    'application/xml',
    '',
  ])('is rejected under the type "%s" even though it parses as JSON', async (type) => {
    const create = await post('/api/trpc/profile.setLanguage', '{"json":{"language":"de"}}', type)
    expect([400, 415], await create.text()).toContain(create.status)
    const signIn = await post(
      '/api/auth/sign-in/email',
      JSON.stringify({ email: 'ada@example.com', password: PASSWORD }),
      type,
    )
    expect(signIn.status).toBe(400)
  })
})

describe('a batch', () => {
  const batchOf = (calls: number) =>
    `/api/trpc/${Array.from({ length: calls }, () => 'sessions.list').join(',')}?batch=1&input=${encodeURIComponent('{}')}`

  test('may hold at most ten calls', async () => {
    const ten = await ada.get(batchOf(10))
    expect(ten.status).toBe(200)
    expect(await ten.json()).toHaveLength(10)
    for (const calls of [11, 200, 1_000]) {
      const more = await ada.get(batchOf(calls))
      expect(more.status).toBe(400)
      expect(await codeOf(more)).toBe('errors:malformed')
    }
  })

  test('of three thousand calls exceeds the URL limit', async () => {
    expect((await ada.get(batchOf(3_000))).status).toBe(431)
  })

  test('with one wrong call returns a result for each call', async () => {
    const answer = await admin.get(
      '/api/trpc/sessions.list,sessions.nope,admin.users.get?batch=1&input=' +
        encodeURIComponent('{"2":{"json":{"id":5}}}'),
    )
    expect(answer.status).toBe(207)
    const calls = (await answer.json()) as { error?: { json: { data: { httpStatus: number } } } }[]
    expect(calls.map(({ error }) => error?.json.data.httpStatus ?? 200)).toEqual([200, 404, 400])
  })

  test.each([
    '0',
    '-1',
    '[]',
    'null',
    '"x"',
    '{"0":5}',
    '{"__proto__":{"json":{}}}',
    '{"constructor":{"json":{}}}',
  ])('with the inputs %s is a client error, not a failure', async (input) => {
    const answer = await admin.get(
      `/api/trpc/admin.users.get,admin.users.get?batch=1&input=${encodeURIComponent(input)}`,
    )
    expect(answer.status, await answer.text()).toBe(400)
  })
})

test('an unknown procedure is 404, a known one with the wrong method 405', async () => {
  for (const name of [
    'nope',
    'sessions.nope',
    'sessions',
    'sessions.list.more',
    '__proto__',
    'sessions.__proto__',
    'constructor',
    'sessions.constructor',
    'toString',
  ]) {
    expect((await ada.get(`/api/trpc/${name}`)).status, name).toBe(404)
    expect((await ada.post(`/api/trpc/${name}`, {})).status, name).toBe(404)
  }
  expect((await ada.post('/api/trpc/sessions.list', {})).status).toBe(405)
  expect((await ada.get('/api/trpc/profile.setLanguage')).status).toBe(405)
})
