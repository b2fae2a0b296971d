// load-client.ts '{"url":…,"headers":…,"connections":…,"seconds":…,"thinkMs":…}': keeps a request
// open on each connection, with pauses of `thinkMs` on average between them, and prints the results as JSON.
// Uses raw sockets, because it must send faster than a bare server responds: the client's own time per
// request counts against both servers.
import { connect, type Socket } from 'node:net'

type Task = {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  thinkMs?: number
}
type Answered = { requests: number; failures: number; seconds: number; p50Ms: number; p99Ms: number }

const { url, headers, connections, seconds, thinkMs = 0 } = JSON.parse(process.argv[2] ?? '') as Task
const { hostname, port, host, pathname, search } = new URL(url)
const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
const END_OF_HEAD = Buffer.from('\r\n\r\n')
const END_OF_CHUNKS = Buffer.from('\r\n0\r\n\r\n')

const waits: number[] = []
let failures = 0
const startedAt = performance.now()
const sockets = Array.from({ length: connections }, () => ask(connect(Number(port), hostname)))
setTimeout(report, seconds * 1000)

function ask(socket: Socket): Socket {
  let sentAt = 0
  let received: Buffer = Buffer.alloc(0)
  /** Bytes of the body still to come; undefined before the head and for a chunked body. */
  let left: number | undefined
  let isChunked = false
  function send(): void {
    received = Buffer.alloc(0)
    left = undefined
    isChunked = false
    sentAt = performance.now()
    socket.write(request)
  }
  function done(): void {
    waits.push(performance.now() - sentAt)
    sendLater()
  }
  function sendLater(): void {
    if (thinkMs === 0) send()
    else setTimeout(send, thinkMs * 2 * Math.random())
  }
  socket.setNoDelay(true)
  socket.on('connect', sendLater)
  socket.on('error', () => (failures += 1))
  // Connections close only at the end of the run.
  socket.on('end', () => (failures += 1))
  socket.on('data', (data: Buffer) => {
    if (left !== undefined) {
      left -= data.length
      if (left <= 0) done()
      return
    }
    received = received.length > 0 ? Buffer.concat([received, data]) : data
    if (!isChunked) {
      const end = received.indexOf(END_OF_HEAD)
      if (end < 0) return
      const head = received.toString('latin1', 0, end)
      if (!head.startsWith('HTTP/1.1 2')) failures += 1
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      if (length !== undefined) {
        left = Number(length) - (received.length - end - END_OF_HEAD.length)
        if (left <= 0) done()
        return
      }
      isChunked = true
    }
    if (received.subarray(-END_OF_CHUNKS.length).equals(END_OF_CHUNKS)) done()
  })
  return socket
}

function report(): void {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN
  const answered: Answered = {
    requests: waits.length,
    failures,
    seconds: (performance.now() - startedAt) / 1000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
  for (const socket of sockets) socket.destroy()
  console.log(JSON.stringify(answered))
  process.exit(0)
}
