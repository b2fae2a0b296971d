import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { endSlowClients } from './end-slow-clients.server.ts'

// A second of the limits takes a hundredth here: 0.2 s for a body, 0.9 s between requests.
const SECOND_MS = 10
const CONTINUES_MS = 1_500
const WORKS_MS = 2_000
const opened: { server: Server; socket: Socket }[] = []
afterEach(() => {
  for (const { server, socket } of opened.splice(0)) {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  }
})

const answer: RequestListener = (_request, response) => void response.end('ok')
const readAndAnswer: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('ok'))
}

/** A connection that has sent the beginning of a request, to a server of these limits. */
async function begin(listener: RequestListener, lines: string) {
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 5_000 }, listener)
  endSlowClients(server, SECOND_MS)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  opened.push({ server, socket })
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  socket.on('error', () => {})
  socket.write(lines)
  return { socket, received: () => received }
}

/** Sends those bytes again and again; whether the server ends the connection meanwhile. */
async function isCut(socket: Socket, bytes: string | Buffer): Promise<boolean> {
  const sending = setInterval(() => socket.writable && socket.write(bytes), SECOND_MS)
  // Not `once`, which an ECONNRESET would reject.
  const ends = new Promise<boolean>((resolve) => socket.on('close', () => resolve(true)))
  const outcome = await Promise.race([ends, pause(CONTINUES_MS, false)])
  clearInterval(sending)
  return outcome
}

/** What has been received once something has, or once the server has ended the connection. */
async function answerTo({ socket, received }: { socket: Socket; received(): string }): Promise<string> {
  await new Promise((resolve) => socket.on('data', resolve).on('close', resolve))
  return received()
}

const head = (method: string, ...lines: string[]) =>
  [`${method} / HTTP/1.1`, 'Host: a', ...lines, '', ''].join('\r\n')
const chunked = head('POST', 'Transfer-Encoding: chunked')

describe('a client that dribbles is cut off', () => {
  test.each<[string, { lines: string; byte?: string; listener?: RequestListener }]>([
    ['in a body that is read', { lines: head('POST', 'Content-Length: 9999'), listener: readAndAnswer }],
    ['in a body that nobody reads', { lines: head('POST', 'Content-Length: 9999') }],
    ['in the body of a GET', { lines: head('GET', 'Content-Length: 9999') }],
    ['in the size of a chunk', { lines: `${chunked}5;`, listener: readAndAnswer }],
    ['in trailers', { lines: `${chunked}0\r\n`, listener: readAndAnswer }],
    ['in a body with an unknown expectation', { lines: head('POST', 'Expect: a', 'Content-Length: 9999') }],
    ['after an answer', { lines: head('GET'), byte: '\r\n' }],
  ])('%s', async (_name, { lines, byte = 'a', listener = answer }) => {
    const { socket } = await begin(listener, lines)
    expect(await isCut(socket, byte)).toBe(true)
  })

  test('after an answer to a part of the body, of which the rest is read by nobody', async () => {
    const { socket, received } = await begin(
      (request, response) => {
        request.once('data', () => {
          request.pause()
          response.end('rejected')
        })
      },
      head('POST', 'Content-Length: 99999999'),
    )
    expect(await isCut(socket, Buffer.alloc(65_536))).toBe(true)
    expect(received()).toContain('rejected')
  })
})

describe('a client keeps its connection', () => {
  test('while its body arrives steadily, however long that takes', async () => {
    const { socket } = await begin(readAndAnswer, head('POST', 'Content-Length: 99999999'))
    expect(await isCut(socket, Buffer.alloc(2_048))).toBe(false)
  })

  test('while its body waits for the server', async () => {
    const begun = await begin(
      (request, response) => {
        setTimeout(() => readAndAnswer(request, response), WORKS_MS)
      },
      head('POST', 'Content-Length: 4') + 'abc',
    )
    setTimeout(() => begun.socket.write('d'), WORKS_MS)
    expect(await answerTo(begun)).toMatch(/ok$/)
  })

  test('while the server works for its answer', async () => {
    const begun = await begin((_request, response) => {
      setTimeout(() => response.end('ok'), WORKS_MS)
    }, head('GET'))
    expect(await answerTo(begun)).toMatch(/ok$/)
  })

  test('from one request to the next', async () => {
    const { socket } = await begin(answer, head('GET'))
    for (let count = 0; count < 4; count++) {
      await pause(SECOND_MS * 45)
      expect(socket.destroyed).toBe(false)
      socket.write(head('GET'))
    }
  })
})
