import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { endStalledResponses } from './end-stalled-responses.server.ts'

const AFTER_MS = 300
// More than a system keeps for a connection, and so the rest waits in the process.
const LARGE_BYTES = 64 * 1024 * 1024
const opened: { server: Server; sockets: Socket[] }[] = []
afterEach(() => {
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
  }
})

/** A server whose responses are `body`, and a connection that has sent a request. */
async function ask(body: () => Iterable<Buffer> | AsyncIterable<Buffer>, afterMs = AFTER_MS) {
  let produced = 0
  const server = createServer((_request, response) => {
    const counted = Readable.from(
      (async function* () {
        for await (const chunk of body()) {
          produced += chunk.length
          yield chunk
        }
      })(),
    )
    pipeline(counted, response).catch(() => {})
  })
  endStalledResponses(server, afterMs)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  opened.push({ server, sockets: [socket] })
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  return { server, socket, produced: () => produced }
}

function* large(): Generator<Buffer> {
  for (let bytes = 0; bytes < LARGE_BYTES; bytes += 65_536) yield Buffer.alloc(65_536)
}
const connectionEnds = async (server: Server) => {
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  await once(response, 'close')
  return response.writableFinished
}

describe('a response', () => {
  test('that nobody reads ends, and only a part of it was produced', async () => {
    const { server, produced } = await ask(large)
    expect(await connectionEnds(server)).toBe(false)
    expect(produced()).toBeLessThan(LARGE_BYTES)
  })

  test('that nobody reads ends also while the client keeps sending', async () => {
    const { server, socket } = await ask(large)
    const sending = setInterval(() => socket.write('\r\n'), AFTER_MS / 10)
    expect(await connectionEnds(server)).toBe(false)
    clearInterval(sending)
  })

  test('that is read slowly reaches the client whole', async () => {
    // The system takes more only after the client has read up to 2 MB, which takes a while on a busy machine.
    const { server, socket } = await ask(large, 3_000)
    const ended = connectionEnds(server)
    const closed = once(socket, 'end')
    let received = 0
    socket.on('data', (data) => {
      received += data.length
      socket.pause()
      setTimeout(() => socket.resume(), 1)
    })
    expect(await ended).toBe(true)
    server.closeIdleConnections()
    await closed
    expect(received).toBeGreaterThan(LARGE_BYTES)
  })

  test('that has nothing to send stays open', async () => {
    const { server, socket } = await ask(async function* () {
      yield Buffer.from('first')
      await pause(AFTER_MS * 3)
      yield Buffer.from('last')
    })
    const ended = connectionEnds(server)
    socket.resume()
    expect(await ended).toBe(true)
  })
})
