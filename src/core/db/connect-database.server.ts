import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Log } from '#/core/log/log.server.ts'
import { StartError } from '#/lib/start-error.ts'
import { inOwnSession, openDatabase, type OpenDatabase } from './database.server.ts'
import { explainStart } from './explain-start.server.ts'
import { migrateDatabase } from './migrate.server.ts'
import { isPooler } from './pooler.server.ts'
import { openReplicas, type Replicas } from './replicas.server.ts'

type Connecting = {
  connection: pg.PoolConfig
  /** DATABASE_DIRECT_URL: set when `connection` goes through a connection pooler. */
  directUrl: string | undefined
  /** DATABASE_READ_URL. */
  replicaUrls?: readonly string[]
  log: Log
}

/** `replicas` is undefined without DATABASE_READ_URL. */
export type ConnectedDatabase = OpenDatabase & { replicas: Replicas | undefined }

/**
 * Opens and migrates the configured database, then its replicas. Throws StartError for everything that the
 * database refuses.
 */
export async function connectDatabase({
  connection,
  directUrl,
  replicaUrls: urls = [],
  log,
}: Connecting): Promise<ConnectedDatabase> {
  const direct = directUrl === undefined ? undefined : { connectionString: directUrl }
  const database = openDatabase(connection, log, direct)
  try {
    await checkConnections(database)
    await migrateDatabase(database.direct)
    if (urls.length === 0) return { ...database, replicas: undefined }
    const replicas = await openReplicas(database, { urls, direct: direct ?? connection, log })
    return {
      ...database,
      replicas,
      async close() {
        await Promise.all([replicas.close(), database.close()])
      },
    }
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
