import { createServer, request, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type CuttableNetwork = {
  /** For `browser.newContext({ proxy })`. */
  proxy: { server: string; bypass: string }
  /** Breaks open connections, including streams, and rejects new ones. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

/**
 * A proxy between a browser and the application that can be cut. Playwright's own `setOffline` does not
 * affect open streams.
 */
export async function openNetwork(): Promise<CuttableNetwork> {
  let isCut = false
  const sockets = new Set<Socket>()
  const server = createServer((asked, answer) => {
    const onward = request(asked.url ?? '', { method: asked.method, headers: asked.headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers)
      came.pipe(answer)
      came.on('error', () => answer.destroy())
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  server.on('connection', (socket) => {
    if (isCut) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const port = await listen(server)
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    // Browsers bypass the proxy for loopback unless told otherwise.
    proxy: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' },
    cut() {
      isCut = true
      breakAll()
    },
    restore: () => void (isCut = false),
    async close() {
      breakAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
}
