import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/** What the fake does wrong, until set otherwise. */
export type Lie =
  | 'audience'
  | 'issuer'
  | 'nonce'
  | 'noNonce'
  | 'signature'
  | 'unsigned'
  | 'symmetric'
  | 'expired'
  | 'issuerParameter'
  | 'state'
  | 'denied'
  | 'down'
  | 'error'
  | 'slow'
  | 'dripping'
  | 'huge'
  | 'bomb'
  | 'notJson'
  | 'elsewhere'

type Liar = { lie: Lie | undefined; pouredBytes: number }

/** Responds like a failing provider. Returns false when `lie` is not a failure. */
export function misbehave(server: Liar, response: ServerResponse): boolean {
  switch (server.lie) {
    case 'down':
      response.destroy()
      return true
    case 'error':
      response.writeHead(503).end('down for maintenance')
      return true
    case 'notJson':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
      return true
    case 'elsewhere':
      response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
      return true
    case 'slow':
      return true
    case 'dripping': {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 200)
      response.on('close', () => clearInterval(drip))
      return true
    }
    case 'bomb':
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(BOMB)
      return true
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' }).write('"')
      pour(response, { server, megabytes: 50 })
      return true
    default:
      return false
  }
}

const MEGABYTE = Buffer.alloc(1_048_576, 'x')
/** A string of 100 MB in 100 KB. */
const BOMB = gzipSync(Buffer.concat([Buffer.from('"'), Buffer.alloc(100 * MEGABYTE.length, 'x')]))

function pour(response: ServerResponse, { server, megabytes }: { server: Liar; megabytes: number }): void {
  if (megabytes === 0 || response.destroyed) {
    response.end('"')
    return
  }
  const next = () => pour(response, { server, megabytes: megabytes - 1 })
  server.pouredBytes += MEGABYTE.length
  if (response.write(MEGABYTE)) setImmediate(next)
  else response.once('drain', next)
}
