import pg from 'pg'
import { describeEmbeddedServer } from '@plinth/postgres'

const CONNECT_WITHIN_MS = 30_000

/**
 * Returns a direct connection to the embedded server that an application runs on this data folder. The caller
 * ends it. Throws when no server runs there.
 */
export async function connectEmbedded(dataDir: string): Promise<pg.Client> {
  const { connection } = await describeEmbeddedServer({ dataDir })
  if (!connection) throw new Error(`No embedded server runs on ${dataDir}`)
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  await client.connect()
  return client
}
