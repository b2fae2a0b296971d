import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

type Client = pg.PoolClient & { processID: number | null }

/** Whether the pool's connections go through a pooler such as PgBouncer. */
export async function isPooler(pool: pg.Pool): Promise<boolean> {
  let client: Client
  try {
    client = (await pool.connect()) as Client
  } catch (error) {
    if ((error as { code?: string }).code === '08P01' && /startup parameter/.test((error as Error).message))
      return true
    throw error
  }
  try {
    const first = await sessionOf(client)
    // PostgreSQL sends its process id to a new connection. A pooler doesn't know it yet and sends another
    // number.
    if (first.pid === client.processID) return false
    return first.limit !== '15s' || (await sharesSessions(pool, client))
  } finally {
    client.release()
  }
}

async function sessionOf(client: pg.PoolClient): Promise<{ pid: number; limit: string }> {
  const { rows } = await client.query<{ pid: number; limit: string }>(
    "select pg_backend_pid() as pid, current_setting('statement_timeout') as limit",
  )
  return rows[0] ?? { pid: 0, limit: '' }
}

/** Whether two connections share a server process, or one connection uses several. */
async function sharesSessions(pool: pg.Pool, one: pg.PoolClient): Promise<boolean> {
  const other = await pool.connect()
  try {
    const pids: [number, number][] = []
    for (let round = 0; round < 5; round++) {
      pids.push([(await sessionOf(one)).pid, (await sessionOf(other)).pid])
      await pause(20)
    }
    return new Set(pids.map(([pid]) => pid)).size > 1 || pids.some(([pid, otherPid]) => pid === otherPid)
  } finally {
    other.release()
  }
}
