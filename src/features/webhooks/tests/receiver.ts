import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { atEnd } from '@plinth/testing/runner/at-end.ts'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/**
 * A customer's server on this machine, as localhost over https if it has a certificate. It answers 204 unless
 * `answer` says otherwise.
 */
export async function openReceiver(
  answer = (response: ServerResponse): unknown => response.writeHead(204).end(),
  certificate?: { key: string; cert: string },
) {
  const received: Received[] = []
  const receiver = { url: '', port: 0, received, answer, close }
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers } = request
      received.push({ path: url, headers, body: Buffer.concat(chunks).toString() })
      receiver.answer(response)
    })
  }
  const server = certificate
    ? createTlsServer({ key: readFileSync(certificate.key), cert: readFileSync(certificate.cert) }, listener)
    : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.port = (server.address() as AddressInfo).port
  receiver.url = `${certificate ? 'https://localhost' : 'http://127.0.0.1'}:${receiver.port}/hook`
  async function close() {
    server.closeAllConnections()
    if (server.listening) await new Promise((done) => server.close(done))
  }
  atEnd(close)
  return receiver
}
