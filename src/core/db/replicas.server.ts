import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { readDatabaseUrl } from '#/core/env/database-url.server.ts'
import { createLog, type Log } from '#/core/log/log.server.ts'
import { StartError } from '#/lib/start-error.ts'
import {
  assertNoTransaction,
  autonomousPoolOf,
  type Database,
  type Db,
} from './current-transaction.server.ts'
import { databaseCode, isUnavailable } from './database-error.server.ts'
import type { OpenDatabase } from './database.server.ts'
import { openPool, type GuardedPool, type Query } from './pool.server.ts'
import { isPooler } from './pooler.server.ts'
import { IDENTITY, readState, Replica, type Position } from './replica.server.ts'

const CHECK_EVERY_MS = 1_000
const CONNECT_TIMEOUT_MS = 1_000
const CLOSE_MS = 1_000
// https://www.postgresql.org/docs/current/errcodes-appendix.html: query_canceled, after `statement_timeout`.
const TOO_SLOW = '57014'

/** The replicas of DATABASE_READ_URL. */
export type Replicas = {
  states(): Pick<Replica, 'isUsable' | 'lagBytes'>[]
  /** Statements that could have been answered by a replica, by what answered them. */
  answered: Readonly<Record<'replica' | 'primary', number>>
  /** Waits at most a second for running queries. */
  close(): Promise<void>
}

const replicaHandles = new WeakMap<Db, Database>()

/**
 * Returns the handle whose statements replicas answer, with nothing that was committed before a statement
 * missing: it reads the primary's position first and waits until the replica has replayed it, or else asks
 * the primary. Transactions and writes run on the primary. The given handle itself without DATABASE_READ_URL,
 * and inside a transaction.
 */
export const replicaOf = (db: Db): Db => replicaHandles.get(db) ?? db

type Opening = { urls: readonly string[]; direct: pg.PoolConfig; log: Log }

/**
 * Opens the replicas of a database, with one more connection to the primary itself, `direct`, for its
 * position. Throws StartError for a server that is no standby of it; one that doesn't respond is used when it
 * does.
 */
export async function openReplicas(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  { urls, direct, log }: Opening,
): Promise<Replicas> {
  const positions = openPositions(direct, log)
  const position = oneAtATime(() => readPosition(positions))
  const identity = await acceptAll(positions, { urls, log }).catch(async (error: unknown) => {
    await positions.end()
    throw error
  })
  const replicas = urls.map((connectionString) => new Replica({ connectionString }, { identity, log }))
  const answered = { replica: 0, primary: 0 }
  let turn = 0

  async function query(asked: Query, values?: unknown[]): Promise<pg.QueryResult> {
    assertNoTransaction()
    const usable = replicas.filter(({ isUsable }) => isUsable)
    const replica = usable[turn++ % usable.length]
    if (replica)
      try {
        const result = await replica.query(asked, values, await position())
        answered.replica += 1
        return result
      } catch (error) {
        // The primary would take as long.
        if (databaseCode(error) === TOO_SLOW) throw error
        replica.failed(error)
      }
    answered.primary += 1
    return pool.query(asked as pg.QueryConfig, values)
  }
  const handle = drizzle({ client: { query } as unknown as pg.Pool })
  handle.transaction = db.transaction.bind(db)
  autonomousPoolOf.set(handle, autonomousPoolOf.get(db) ?? db)
  replicaHandles.set(db, handle)

  const watches = replicas.map((replica, at) => watch(replica, { at, position, log }))
  await Promise.all(watches.map(({ checked }) => checked))
  return {
    states: () => replicas.map(({ isUsable, lagBytes }) => ({ isUsable, lagBytes })),
    answered,
    async close() {
      replicaHandles.delete(db)
      for (const { stop } of watches) stop()
      const ended = Promise.all([positions.end(), ...replicas.map((replica) => replica.close())])
      await Promise.race([ended, pause(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

const openPositions = (direct: pg.PoolConfig, log: Log): GuardedPool =>
  openPool(
    { ...direct, max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, isPooled: false, isDivided: false },
    log,
  )

/**
 * The position up to which everything that can be seen on the primary is written. Standbys get only what is
 * on its disk; with synchronous_commit off a change is seen before.
 */
async function readPosition(positions: pg.Pool): Promise<Position> {
  const { rows } = await positions.query<{ file: string; lsn: string }>({
    name: 'position',
    text: `select pg_walfile_name(lsn) as file, (lsn - '0/0')::text as lsn from (select
      case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end as lsn) as at`,
  })
  const { file = '', lsn = '' } = rows[0] ?? {}
  // The name of a file begins with its timeline, eight hexadecimal digits.
  return { timeline: Number.parseInt(file.slice(0, 8), 16), lsn: BigInt(lsn) }
}

/** Calls that come while a read is in progress share the next one, which starts after all of them. */
function oneAtATime<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () =>
    (next ??= current.then(() => {
      next = undefined
      const reading = read()
      current = reading.catch(() => {})
      return reading
    }))
}

type Watching = { at: number; position: () => Promise<Position>; log: Log }

/** Checks a replica now and every second. */
function watch(replica: Replica, { at, position, log }: Watching): { checked: Promise<void>; stop(): void } {
  let isReported = false
  let isChecking = false
  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    try {
      await replica.check(position)
      if (isReported) log.info({ replica: at + 1 }, 'a replica answers again')
      isReported = false
    } catch (error) {
      if (!isReported) log.warn({ replica: at + 1, err: error }, 'a replica is left out, the primary answers')
      isReported = true
    } finally {
      isChecking = false
    }
  }
  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref()
  return { checked: check(), stop: () => clearInterval(timer) }
}

type Primary = { identity: string; log: Log }

/** Returns the primary's identity. Throws StartError for a server that has another one or takes writes. */
async function acceptAll(primary: pg.Pool, { urls, log }: Omit<Opening, 'direct'>): Promise<string> {
  const identity = await readIdentity(primary)
  for (const url of urls) {
    const state = await replicaState(url, { identity, log }).catch((error: unknown) => {
      if (isUnavailable(error)) return undefined
      const reason = error instanceof Error ? error.message : String(error)
      return `DATABASE_READ_URL can't be used (${reason}). Check user, password and database of ${readDatabaseUrl(url).server}.`
    })
    if (typeof state === 'string') throw new StartError(state)
  }
  return identity
}

/**
 * Returns how far a replica is behind now, or in one line why the server can't answer reads of the primary's
 * database and what to do. Throws if it doesn't respond.
 */
export async function askReplica(primary: pg.Pool, url: string): Promise<{ lagBytes: number } | string> {
  const identity = await readIdentity(primary)
  const state = await replicaState(url, { identity, log: createLog('silent') })
  if (typeof state === 'string') return state
  const { lsn } = await readPosition(primary)
  return { lagBytes: Math.max(0, Number(lsn - state.lsn)) }
}

async function readIdentity(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ identity: string }>(`select ${IDENTITY}`)
  return rows[0]?.identity ?? ''
}

async function replicaState(url: string, { identity, log }: Primary): Promise<{ lsn: bigint } | string> {
  const pool = openPool({ connectionString: url, max: 2, isPooled: false, isDivided: false }, log)
  const { server: host } = readDatabaseUrl(url)
  try {
    if (await isPooler(pool))
      return `DATABASE_READ_URL goes through a connection pooler: ${host}. Set it to the replica itself, or to a balancer of connections.`
    const state = await readState(pool)
    if (state?.identity !== identity)
      return `DATABASE_READ_URL is no standby of DATABASE_URL: ${host} holds another database. Set it to a streaming replica, with the same database name.`
    if (state.lsn === null)
      return `DATABASE_READ_URL is no standby of DATABASE_URL: ${host} takes writes. Set it to a streaming replica.`
    const { rows } = await pool.query<{ name: string }>(`select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and not has_table_privilege(oid, 'select') limit 1`)
    if (rows[0])
      return `The user in DATABASE_READ_URL may not read the table ${rows[0].name} on ${host}. As the owner: grant select on all tables in schema public to USER; alter default privileges in schema public grant select on tables to USER;`
    return { lsn: BigInt(state.lsn) }
  } finally {
    await pool.end()
  }
}
