import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '#/log/log.server.ts'
import {
  assertNoTransaction,
  autonomousPoolOf,
  runInTransaction,
  type AfterCommit,
  type Database,
  type Transaction,
} from './current-transaction.server.ts'
import { openPool, SHORT_TIMEOUT_MS, TransactionClient, type GuardedPool } from './pool.server.ts'

export type { Db, Transaction } from './current-transaction.server.ts'

export type OpenDatabase = {
  db: Database
  pool: GuardedPool
  /** For work that needs session state: migrations and jobs. Same as `pool` without a connection pooler. */
  direct: pg.Pool
  /** A single connection with short timeouts for health checks. No request uses it. */
  probe: pg.Pool
  /** Waits at most a second for running queries. */
  close(): Promise<void>
}

const CLOSE_MS = 1_000

type Transacting = { config: Parameters<Database['transaction']>[1]; followers: AfterCommit[] }

/**
 * Opens the pool of this process. A query may run 15 s and wait 2 s for a lock, a transaction may be idle for
 * 30 s, and getting a connection may take 5 s. Queries on an unresponsive server fail after 17 s, short
 * statements after 6 s. A server restart fails running queries, never the process. With `direct`,
 * `connection` goes through a connection pooler, where each transaction may run in another session.
 */
export function openDatabase(connection: pg.PoolConfig, log: Log, direct?: pg.PoolConfig): OpenDatabase {
  const isPooled = direct !== undefined
  const pool = openPool({ max: 15, ...connection, isPooled }, log)
  const autonomousPool = openPool({ ...connection, max: 2, query_timeout: SHORT_TIMEOUT_MS, isPooled }, log)
  const probe = openPool(
    { ...connection, max: 1, connectionTimeoutMillis: 1_000, query_timeout: 1_000, isPooled },
    log,
  )
  const directPool = direct ? openPool({ ...direct, max: 3, isPooled: false }, log) : pool
  const autonomous = drizzle({ client: autonomousPool })
  const db = drizzle({ client: pool })
  autonomousPoolOf.set(db, autonomous)
  // Drizzle's own method never releases the connection when BEGIN fails, which would drain the pool over
  // time.
  db.transaction = async (work, config) => {
    const followers: AfterCommit[] = []
    const answer = await transact(work, { config, followers })
    const followed = await Promise.allSettled(followers.map((follow) => follow(autonomous)))
    for (const one of followed)
      if (one.status === 'rejected') log.warn({ err: one.reason }, 'a callback after a commit failed')
    return answer
  }
  async function transact<T>(
    work: (tx: Transaction) => Promise<T>,
    { config, followers }: Transacting,
  ): Promise<T> {
    assertNoTransaction()
    const client = await pool.connect()
    const own = new TransactionClient(client, { pool, log })
    let failure: { error: unknown } | undefined
    try {
      return await drizzle({ client: own as unknown as pg.PoolClient }).transaction(async (tx) => {
        try {
          const answer = await runInTransaction(
            { tx, autonomous, isOver: () => own.isOver, failure: () => own.failure, followers },
            () => work(tx),
          )
          if (own.failure) throw own.failure
          return answer
        } catch (error) {
          failure = { error }
          throw error
        } finally {
          own.isOver = true
        }
      }, config)
    } catch (error) {
      // On a lost connection the rollback fails too; the error of the work is more useful.
      throw failure ? failure.error : error
    } finally {
      // Only reused when the server reports no open transaction on it.
      client.release(client.getTransactionStatus() !== 'I')
    }
  }
  return {
    db,
    pool,
    direct: directPool,
    probe,
    close: async () => {
      const ended = Promise.all(
        [...new Set([pool, autonomousPool, probe, directPool])].map((one) => one.end()),
      )
      await Promise.race([ended, pause(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

/** Runs `work` in its own session without timeouts. The session and its locks end with it. */
export async function inOwnSession<T>(
  { options }: pg.Pool,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // The password is not enumerable.
  const client = new pg.Client({ ...options, password: options.password, query_timeout: undefined })
  // A lost connection fails the running query, so its event can be ignored.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}
