import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'

const TOKEN = 'k3vT9mQ2xW8zR5nB7cJ4hL6p'
const MEGABYTE = 1_048_576
// More than the log calls slow.
const SLOW_QUERY_MS = 800

let app: AppUnderTest
let cookie: string
beforeAll(async () => {
  app = await openApp({ METRICS_TOKEN: TOKEN })
  cookie = (await signUp(app)).client.cookie()
})

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A connection that sends GETs of a page at once, and reads nothing yet. */
async function pipeline(path: string, count: number, lines: readonly string[] = []): Promise<Socket> {
  const socket = connect(app.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = [`GET ${path} HTTP/1.1`, `Host: localhost:${app.port}`, ...lines, '', ''].join('\r\n')
  await new Promise<void>((resolve) => socket.write(head.repeat(count), () => resolve()))
  return socket
}

/** How many GETs of a route have been answered, by status. */
async function measured(route: string): Promise<Record<string, number>> {
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const line = /^http_request_duration_seconds_count\{method="GET",route="([^"]+)",status="(\d+)"\} (\d+)$/gm
  const found = [...(await answer.text()).matchAll(line)].filter(([, of]) => of === route)
  return Object.fromEntries(found.map(([, , status, count]) => [status, Number(count)]))
}

const residentBytes = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]) * 1024

describe('pages that are asked for at once', () => {
  test('more than 17 on a connection end it', async () => {
    const two = [await pipeline('/register', 220), await pipeline('/register', 220)]
    for (const socket of two) {
      socket.resume()
      if (!socket.closed) await once(socket, 'close')
    }
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })

  test('by 80 connections that read nothing are not held in memory', async () => {
    await (await fetch(`${app.url}/dashboard`, { headers: { cookie } })).arrayBuffer()
    const before = residentBytes()
    for (let at = 0; at < 80; at++) await pipeline('/dashboard', 16, [`Cookie: ${cookie}`])
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    expect(residentBytes() - before).toBeLessThan(250 * MEGABYTE)
  })
})

test('pages whose clients have left are not rendered, and what waits for the database is named by its route', async () => {
  const route = '/dashboard/settings'
  const before = await measured(route)
  app.database.freeze()
  const gone = await Promise.all(Array.from({ length: 20 }, () => pipeline(route, 2, [`Cookie: ${cookie}`])))
  // They are in: each answer is later than theirs.
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  for (const socket of gone) socket.destroy()
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  app.database.thaw()
  const added = async (status: string) => ((await measured(route))[status] ?? 0) - (before[status] ?? 0)
  await expect.poll(() => added('400')).toBe(20)
  expect(await added('200')).toBe(0)

  // The watch of the event loop names work alike.
  const asked = fetch(`${app.url}/dashboard`, { headers: { cookie } })
  app.database.freeze()
  await new Promise((resolve) => setTimeout(resolve, SLOW_QUERY_MS))
  app.database.thaw()
  await (await asked).arrayBuffer()
  expect(app.output()).toMatch(/"procedure":"GET \/dashboard"[^\n]*"a query was slow"/)
})
