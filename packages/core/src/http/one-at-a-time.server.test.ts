import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { serve } from 'srvx'
import { afterEach, describe, expect, test } from 'vitest'
import { boundUnreadAnswers } from './unread-answers.server.ts'
import { nodeOf } from './node-of.server.ts'
import { oneAtATime } from './one-at-a-time.server.ts'

const MEGABYTE = 1024 * 1024
const opened: { node: HttpServer; sockets: Socket[] }[] = []
afterEach(() => {
  for (const { node, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    node.closeAllConnections()
    node.close()
  }
})

/** A server that answers as `fetch` does. `send` opens a connection and sends GETs of these paths at once. */
async function start(fetch: (path: string, request: Request) => Promise<Response>) {
  const begun: string[] = []
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    silent: true,
    gracefulShutdown: false,
    fetch: oneAtATime((request) => {
      const { pathname } = new URL(request.url)
      begun.push(pathname)
      return fetch(pathname, request)
    }),
  })
  await server.ready()
  const node = server.node?.server as HttpServer
  const sockets: Socket[] = []
  opened.push({ node, sockets })
  function send(...paths: string[]) {
    const socket = connect((node.address() as AddressInfo).port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {})
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
    return socket
  }
  return { node, begun, send }
}

async function received(socket: Socket, until: string): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  await expect.poll(() => text).toContain(until)
  return text
}

describe('requests of one connection', () => {
  test('run one after the other, in order, while other connections are served', async () => {
    const first = Promise.withResolvers<void>()
    const { begun, send } = await start(async (path) => {
      if (path === '/1') await first.promise
      return new Response(`answer ${path}`)
    })
    const socket = send('/1', '/2', '/3')
    await received(send('/other'), 'answer /other')
    expect(begun).toEqual(['/1', '/other'])
    first.resolve()
    const text = await received(socket, 'answer /3')
    expect(text.match(/answer \/\d/g)).toEqual(['answer /1', 'answer /2', 'answer /3'])
  })

  test('begin only when the answer before them has been read', async () => {
    const { begun, send } = await start(async () => new Response('x'.repeat(16 * MEGABYTE)))
    const socket = send('/1', '/2')
    await expect.poll(() => begun).toEqual(['/1'])
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(begun).toEqual(['/1'])
    socket.resume()
    await expect.poll(() => begun).toEqual(['/1', '/2'])
  })

  test('never run once the connection is gone, and their answers are closed', async () => {
    const first = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    const { node, begun, send } = await start(async (_path, { signal }) => {
      signal.addEventListener('abort', () => gone.resolve())
      await first.promise
      return new Response('answer')
    })
    const closed: (string | undefined)[] = []
    node.prependListener('request', ({ url }, answer) => answer.on('close', () => closed.push(url)))
    const socket = send('/1', '/2', '/3')
    await expect.poll(() => begun).toEqual(['/1'])
    socket.destroy()
    await gone.promise
    await expect.poll(() => closed).toEqual(['/1', '/2', '/3'])
    first.resolve()
    await received(send('/4'), 'answer')
    expect(begun).toEqual(['/1', '/4'])
  })

  test('end the connection when more than 16 wait', async () => {
    const first = Promise.withResolvers<Response>()
    const { begun, send } = await start(() => first.promise)
    const socket = send(...Array.from({ length: 2_000 }, (_, at) => `/${at}`))
    socket.resume()
    await once(socket, 'close')
    expect(begun).toEqual(['/0'])
  })
})

test('beyond the limit of unread bytes the owner of most loses the largest answer, others keep theirs', async () => {
  const count = boundUnreadAnswers(100 * MEGABYTE)
  const { send } = await start(async (path, request) => {
    const node = nodeOf(request)
    const [, owner = '', megabytes] = path.split('/')
    if (node) count(node.res, owner)
    return new Response('x'.repeat(Number(megabytes) * MEGABYTE))
  })
  const small = send('/b/20')
  const greedy = ['/a/40', '/a/50', '/a/30'].map((path) => send(path))
  const ended = greedy.map((socket) => new Promise((resolve) => socket.on('close', () => resolve(socket))))
  for (const socket of greedy) await once(socket, 'readable')
  await once(send('/c/1').resume(), 'data')
  const [, largest] = greedy
  // The system gives a closed connection's bytes first.
  largest?.resume()
  expect(await Promise.race(ended)).toBe(largest)
  let bytes = 0
  small.on('data', (chunk) => (bytes += chunk.length))
  await expect.poll(() => bytes).toBeGreaterThan(20 * MEGABYTE)
})
