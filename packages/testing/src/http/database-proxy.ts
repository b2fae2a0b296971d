import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'

export type DatabaseProxy = {
  /** The same database, through the proxy. */
  url: string
  /** Closes every connection and accepts no more, like a server that is down. */
  cut(): Promise<void>
  restore(): Promise<void>
  /**
   * Closes every connection once, after that many messages to the database. The returned function tells
   * whether it has happened.
   */
  cutAfter(messages: number): () => boolean
  /**
   * Keeps every connection, accepts new ones and forwards nothing, like a stalled server or a network that
   * drops everything.
   */
  freeze(): void
  thaw(): void
  /** Forwards new connections from now on; the frozen ones stay open and silent forever. */
  abandon(): void
  close(): Promise<void>
}

/**
 * A proxy between an application and its database, so that a test can take the database away from that
 * application alone.
 */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { host, port, user, database, password } = new pg.Client(databaseUrl)
  const open = new Set<Socket>()
  let left = Infinity
  const pairs = new Set<[Socket, Socket]>()
  let isFrozen = false
  const carry = ([client, upstream]: [Socket, Socket]) => client.pipe(upstream).pipe(client)
  const server = createServer((client) => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    for (const socket of pair) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        pairs.delete(pair)
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
    if (isFrozen) client.pause()
    else carry(pair)
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
    freeze() {
      isFrozen = true
      for (const [client, upstream] of pairs) {
        client.unpipe().pause()
        upstream.unpipe().pause()
      }
    },
    thaw() {
      isFrozen = false
      for (const pair of pairs) carry(pair)
    },
    abandon() {
      isFrozen = false
    },
    close: () => (server.listening ? cut() : Promise.resolve()),
  }
}
