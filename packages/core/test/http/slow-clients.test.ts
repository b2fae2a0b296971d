import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { appRoutes } from '@plinth/testing/app-routes.ts'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp()
})

// Node's own limits are 60 s for the headers and 300 s for the whole request. These leave room for a busy
// machine.
const HEAD_ENDS_WITHIN_MS = 50_000
const BODY_ENDS_WITHIN_MS = 60_000

/**
 * Opens a connection, sends the beginning and then one byte per second. Resolves when the server closes the
 * connection, with the time until then and what was received.
 */
function dribble(beginning: string, byte: string): Promise<{ afterMs: number; received: string }> {
  const startedAt = Date.now()
  return new Promise((resolve) => {
    let received = ''
    const socket: Socket = connect(app.port, '127.0.0.1')
    const timer = setInterval(() => socket.writable && socket.write(byte), 1_000)
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ afterMs: Date.now() - startedAt, received })
    })
    socket.write(beginning)
  })
}

const times = (count: number, send: () => Promise<{ afterMs: number; received: string }>) =>
  Promise.all(Array.from({ length: count }, send))

describe.concurrent('a client that sends its request byte by byte', () => {
  test('has 15 seconds for the headers, and a hundred such clients delay nobody', async () => {
    const slow = times(100, () => dribble(`GET / HTTP/1.1\r\nHost: localhost:${app.port}\r\n`, 'X'))
    const others = Array.from({ length: 20 }, async () => (await fetch(`${app.url}/login`)).status)
    const first = await Promise.race([Promise.all(others), slow])
    expect(first).toEqual(Array.from({ length: 20 }, () => 200))
    for (const { afterMs, received } of await slow) {
      expect(afterMs).toBeLessThan(HEAD_ENDS_WITHIN_MS)
      expect(received).toMatch(/^HTTP\/1\.1 408 /)
    }
  })

  test('has 20 seconds for a body that trickles, on every path, whoever reads it, and logs no error', async () => {
    const known = appRoutes
      .filter(({ isLeaf }) => isLeaf)
      .flatMap(({ path, methods }) =>
        (methods.length > 0 ? methods : ['GET', 'POST']).map(
          (method) => `${method} ${path.replaceAll('$', 'x')}`,
        ),
      )
    const more = [
      'POST /api/trpc/profile.setLanguage',
      'POST /api/trpc/profile.uploadImage',
      'POST /api/auth/sign-in/email',
      `POST /_serverFn/${'0'.repeat(64)}`,
      'POST /robots.txt',
      'PROPFIND /login',
    ]
    const types = ['application/json', 'multipart/form-data; boundary=b']
    const begun = [...known, ...more].map(async (target, at) => {
      const headers = [`Host: localhost:${app.port}`, `Content-Type: ${types[at % 2]}`, 'Content-Length: 500']
      const head = [`${target} HTTP/1.1`, ...headers, '', ''].join('\r\n')
      return { target, ...(await dribble(head, ' ')) }
    })
    for (const { target, afterMs } of await Promise.all(begun))
      expect(afterMs, target).toBeLessThan(BODY_ENDS_WITHIN_MS)
    expect(app.output()).not.toMatch(/"level":"error"/)
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })

  test('loses its uploads when nothing more arrives, and may start others', async () => {
    const { client } = await signUp(app)
    const upload = 'POST /api/trpc/profile.uploadImage HTTP/1.1'
    const headers = [
      `Host: localhost:${app.port}`,
      `Origin: ${app.url}`,
      `Cookie: ${client.cookie()}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${1024 * 1024}`,
    ]
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    const beginning = `${[upload, ...headers].join('\r\n')}\r\n\r\n${head}`
    // A byte per second is as good as none.
    const answers = await times(2, () => dribble(beginning, 'a'))
    for (const { received } of answers) {
      expect(received).toMatch(/^HTTP\/1\.1 400 /)
      expect(received).toContain('errors:stalled')
    }
    const form = new FormData()
    form.set('file', new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }))
    const own = { origin: app.url, cookie: client.cookie() }
    const again = await fetch(`${app.url}/api/trpc/profile.uploadImage`, {
      method: 'POST',
      headers: own,
      body: form,
    })
    expect(again.status).toBe(200)
  })
})

test('a client that disconnects mid-body causes no logged error', async () => {
  const sockets = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const socket = connect(app.port, '127.0.0.1')
      socket.on('error', () => {})
      // The server sends 100 Continue when it reads the body.
      socket.write(
        `POST /api/trpc/profile.setLanguage HTTP/1.1\r\nHost: localhost:${app.port}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 500\r\n\r\n{"a`,
      )
      await once(socket, 'data')
      return socket
    }),
  )
  for (const socket of sockets) socket.destroy()
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  await pause(100)
  expect(app.output()).not.toMatch(/"level":"error"/)
})
