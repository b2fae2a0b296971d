import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Log } from '#/log/log.server.ts'
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

/**
 * Opens and migrates the configured database. Throws StartError for everything that the database refuses.
 */
export async function connectDatabase({ connection, directUrl, log }: Connecting): Promise<OpenDatabase> {
  const direct = directUrl === undefined ? undefined : { connectionString: directUrl }
  const database = openDatabase(connection, log, direct)
  try {
    await checkConnections(database)
    await migrateDatabase(database.direct)
    return database
  } catch (error) {
    await database.close()
    throw explainStart(error) ?? error
  }
}

/** Throws StartError if `direct` is of another database than `pool`. Read-only. */
export async function checkConnections({
  pool,
  direct,
}: Pick<OpenDatabase, 'pool' | 'direct'>): Promise<void> {
  if (direct !== pool && !(await isSameDatabase(pool, direct)))
    throw new StartError(
      'DATABASE_DIRECT_URL points to a different database than DATABASE_URL. Set both to the same one.',
    )
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
