import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

const SQL_TIMEOUT_MS = 5_000

/** Changes rows behind the application's back, where a test would have to wait for hours otherwise; answers how many. */
export async function inDatabase(query: string, params: string[]): Promise<number | null> {
  const [, , , port, host] = readFileSync(path.join(process.env.PLINTH_DATA_DIR ?? '', 'postgres/postmaster.pid'), 'utf8').split('\n')
  const client = new pg.Client({ host, port: Number(port), user: 'plinth', database: 'plinth', connectionTimeoutMillis: SQL_TIMEOUT_MS })
  await client.connect()
  try {
    const { rowCount } = await client.query(query, params)
    return rowCount
  } finally {
    await client.end()
  }
}
