import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { atEnd } from '../runner/at-end.ts'

export type DelayProxy = { port: number; delay(fromMs: number, toMs: number): void }

/**
 * Forwards connections to a port on loopback. Once `delay` is called, responses arrive late by a random time,
 * in order. Ends with the file.
 */
export async function startDelay(target: number): Promise<DelayProxy> {
  const sockets = new Set<Socket>()
  let range: readonly [fromMs: number, toMs: number] = [0, 0]
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
    client.pipe(upstream)
    let last = Promise.resolve()
    upstream.on('data', (data) => {
      const [from, to] = range
      const due = new Promise((resolve) => setTimeout(resolve, from + Math.random() * (to - from)))
      last = Promise.all([last, due]).then(() => void client.write(data))
    })
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, delay: (from, to) => (range = [from, to]) }
}
