import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../../../../tests/support/at-end.ts'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** A customer's server on this machine. It answers 204 unless `answer` says otherwise. */
export async function openReceiver(
  answer = (response: ServerResponse): unknown => response.writeHead(204).end(),
) {
  const received: Received[] = []
  const receiver = { url: '', port: 0, received, answer, close }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers } = request
      received.push({ path: url, headers, body: Buffer.concat(chunks).toString() })
      receiver.answer(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.port = (server.address() as AddressInfo).port
  receiver.url = `http://127.0.0.1:${receiver.port}/hook`
  async function close() {
    server.closeAllConnections()
    if (server.listening) await new Promise((done) => server.close(done))
  }
  atEnd(close)
  return receiver
}
