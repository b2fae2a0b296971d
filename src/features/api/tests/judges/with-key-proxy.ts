import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy on loopback that signs requests with the keys in turn: the conformance suite sends no key, and
 * more requests a minute than one key may.
 */
export async function withKeyProxy(target: string, keys: readonly string[]) {
  const { port } = new URL(target)
  let count = 0
  const own = () => `localhost:${(server.address() as AddressInfo).port}`
  const server = createServer((incoming, outgoing) => {
    const key = keys[(count += 1) % keys.length]
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    // Who names this server means the application, which has an address of its own.
    if (headers.host === own()) headers.host = `localhost:${port}`
    if (headers.origin === `http://${own()}`) headers.origin = `http://localhost:${port}`
    const { method, url: path } = incoming
    const forwarded = ask({ host: 'localhost', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://${own()}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
