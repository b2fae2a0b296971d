import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'

export type DatabaseProxy = {
  /** The same database, through the proxy. */
  url: string
  /** Ends every connection and takes no more, as a server that went down. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Ends every connection when that many messages have gone to the database, once; answers whether that has happened. */
  cutAfter(messages: number): () => boolean
  close(): Promise<void>
}

/** Stands between an application and its database, so that a test can take the database away from that application alone. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { host, port, user, database, password } = new pg.Client(databaseUrl)
  const open = new Set<Socket>()
  let left = Infinity
  const server = createServer((client) => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', () => {
      left -= 1
      if (left > 0) return
      left = Infinity
      for (const socket of open) socket.destroy()
    })
    client.pipe(upstream).pipe(client)
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const { port: ownPort } = server.address() as AddressInfo
  const cut = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of open) socket.destroy()
    await closed
  }
  const credentials = `${encodeURIComponent(user ?? '')}${password ? `:${encodeURIComponent(password)}` : ''}`
  return {
    url: `postgres://${credentials}@127.0.0.1:${ownPort}/${database}`,
    cut,
    restore: () => listen(ownPort),
    cutAfter(messages) {
      left = messages
      return () => {
        const isCut = left === Infinity
        left = Infinity
        return isCut
      }
    },
    close: () => (server.listening ? cut() : Promise.resolve()),
  }
}
