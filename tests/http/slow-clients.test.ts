import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { openApp, type AppUnderTest } from './open-app.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp()
})

/**
 * Opens a connection, sends the beginning and then a byte now and then; answers when the server closed it,
 * after how long and with what.
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

describe.concurrent('a client that sends its request byte by byte', { timeout: 60_000 }, () => {
  test('has 15 seconds for the head, and a hundred of them keep nobody waiting', async () => {
    const slow = times(100, () => dribble(`GET / HTTP/1.1\r\nHost: localhost:${app.port}\r\n`, 'X'))
    for (let count = 0; count < 20; count++) {
      const startedAt = Date.now()
      expect((await fetch(`${app.url}/login`)).status).toBe(200)
      expect(Date.now() - startedAt).toBeLessThan(2_000)
    }
    for (const { afterMs, received } of await slow) {
      expect(afterMs).toBeLessThan(20_000)
      expect(received).toMatch(/^HTTP\/1\.1 408 /)
    }
  })

  test('has 30 seconds for all of it, and is no error of ours', async () => {
    const head = `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: localhost:${app.port}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`
    for (const { afterMs } of await times(20, () => dribble(head, ' '))) expect(afterMs).toBeLessThan(36_000)
    expect(app.output()).not.toMatch(/"level":"error"/)
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })
})

test('a client that goes away in mid-body is no error of ours', async () => {
  const sockets = Array.from({ length: 30 }, () => connect(app.port, '127.0.0.1'))
  for (const socket of sockets) {
    socket.on('error', () => {})
    socket.write(
      `POST /api/trpc/posts.create HTTP/1.1\r\nHost: localhost:${app.port}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a`,
    )
  }
  await new Promise((resolve) => setTimeout(resolve, 200))
  for (const socket of sockets) socket.destroy()
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(app.output()).not.toMatch(/"level":"error"/)
})
