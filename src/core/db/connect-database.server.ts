import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#/core/log/log.server.ts'
import { StartError } from '#/lib/start-error.ts'
import { inOwnSession, openDatabase, type OpenDatabase } from './database.server.ts'
import { explainStart } from './explain-start.server.ts'
import { migrateDatabase } from './migrate.server.ts'

type Connecting = {
  connection: pg.PoolConfig
  /** DATABASE_DIRECT_URL: set when `connection` goes through a connection pooler. */
  directUrl: string | undefined
  log: Log
}

/** Opens and migrates the configured database. Throws StartError for everything that the database refuses. */
export async function connectDatabase({ connection, directUrl, log }: Connecting): Promise<OpenDatabase> {
  const database = openDatabase(
    connection,
    log,
    directUrl === undefined ? undefined : { connectionString: directUrl },
  )
  try {
    await checkConnections(database)
    await migrateDatabase(database.direct)
    return database
  } catch (error) {
    await database.close()
    throw explainStart(error) ?? error
  }
}

/** Throws StartError if `direct` uses a connection pooler or another database than `pool`. Read-only. */
export async function checkConnections({
  pool,
  direct,
}: Pick<OpenDatabase, 'pool' | 'direct'>): Promise<void> {
  if (await isPooler(direct)) {
    throw new StartError(
      direct === pool
        ? 'DATABASE_URL goes through a connection pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the database itself ' +
            '(postgres://user:password@host:5432/name): migrations, jobs and live updates need it.'
        : 'DATABASE_DIRECT_URL goes through a connection pooler too. Set it to the database itself: postgres://user:password@host:5432/name.',
    )
  }
  if (direct !== pool && !(await isSameDatabase(pool, direct)))
    throw new StartError(
      'DATABASE_DIRECT_URL points to a different database than DATABASE_URL. Set both to the same one.',
    )
}

type Client = pg.PoolClient & { processID: number | null }

async function isPooler(pool: pg.Pool): Promise<boolean> {
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

/** It is the same database if a lock held through one pool can't be taken through the other. */
async function isSameDatabase(pool: pg.Pool, direct: pg.Pool): Promise<boolean> {
  const key = randomInt(1, 2 ** 47)
  return inOwnSession(direct, async (client) => {
    await client.query('select pg_advisory_lock($1)', [key])
    const { rows } = await pool.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
      key,
    ])
    return rows[0]?.taken === false
  })
}
