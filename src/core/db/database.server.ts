import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '#/core/log/log.server.ts'
import { databaseFailure } from './database-error.server.ts'
import { explainMissingMigration } from './missing-migration.server.ts'
import { tracedQuery } from './traced-query.server.ts'

type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** What a verb queries through: the pool, or the transaction it runs in. */
export type Db = Database | Transaction

export type OpenDatabase = {
  db: Database
  pool: pg.Pool
  /** Waits a second at most for what still runs. */
  close(): Promise<void>
}

const CLOSE_MS = 1_000

/** Thrown when a statement would run outside the transaction it is meant for: through another handle while one is open, or through its own once it is over. */
export class WrongHandleError extends Error {
  override name = 'WrongHandleError'
}

type OpenTransaction = { tx: Transaction; beside: Database; isOver: () => boolean; loss: () => Error | undefined; followers: AfterCommit[] }
type AfterCommit = (beside: Db) => Promise<void>
const openTransaction = new AsyncLocalStorage<OpenTransaction | undefined>()

/** The transaction this call chain runs in. For libraries that can't be handed one (Better Auth); verbs pass `tx` explicitly. */
export function ambientTransaction(): Transaction | undefined {
  const open = openTransaction.getStore()
  return open && !open.isOver() ? open.tx : undefined
}

/** What took the database away during the transaction of this call chain, also where a library caught that and answered something else. */
export function ambientLoss(): Error | undefined {
  return openTransaction.getStore()?.loss()
}

/** Runs `work` as if no transaction were open. It must not wait for a connection of the pool: those who hold one may all be waiting here. */
export function outsideTransaction<T>(work: () => PromiseLike<T>): Promise<T> {
  // Awaited inside, because a query of drizzle is sent when it is awaited.
  return openTransaction.run(undefined, async () => await work())
}

/** For each pool, the small one beside it. */
const besideOf = new WeakMap<Db, Database>()

/**
 * Runs one short statement that stands whatever becomes of the open transaction: counters of attempts. Takes any handle. It gets a connection kept for
 * this: while requests hold every other one, attempts are still counted, and no transaction waits for another one's end.
 */
export async function besideTransaction<T>(db: Db, statement: (beside: Db) => PromiseLike<T>): Promise<T> {
  const open = openTransaction.getStore()
  if (open && !open.isOver()) return outsideTransaction(() => statement(open.beside))
  return statement(besideOf.get(db) ?? db)
}

/**
 * Has `follow` run once the transaction of this call chain has committed, before whoever opened it goes on, and never when it is rolled back. It gets a
 * connection kept for this; what it throws is logged, because the transaction stands. A process that is killed in between never runs it. False when no
 * transaction is open.
 */
export function afterCommit(follow: AfterCommit): boolean {
  const open = openTransaction.getStore()
  if (!open || open.isOver()) return false
  open.followers.push(follow)
  return true
}

class GuardedPool extends pg.Pool {
  readonly #log: Log
  #keepsStatements = true

  constructor(config: pg.PoolConfig, log: Log) {
    super(config)
    this.#log = log
  }

  // pg types query() as a set of overloads that can't be spelled again in an override.
  override query: pg.Pool['query'] = ((...args: unknown[]) => {
    refuseInsideTransaction()
    const [query, values] = args
    return tracedQuery(query, () => (isNamed(query) ? this.#queryByName(query, values) : this.#send(args)))
  }) as pg.Pool['query']

  async #send(args: unknown[]): Promise<pg.QueryResult> {
    try {
      return await (pg.Pool.prototype.query.apply(this, args as never) as unknown as Promise<pg.QueryResult>)
    } catch (error) {
      explainMissingMigration(error, this.#log)
      throw error
    }
  }

  /** A statement that the connection no longer has as it was named has done nothing: it is sent again without the name. */
  async #queryByName(query: pg.QueryConfig, values: unknown): Promise<pg.QueryResult> {
    if (!this.#keepsStatements) return this.#send([nameless(query), values])
    try {
      return await this.#send([query, values])
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === UNKNOWN_STATEMENT || code === STATEMENT_EXISTS) {
        this.#keepsStatements = false
        this.#log.warn(
          { err: error },
          'connections forget their statements, as behind a pooler in transaction mode: each is planned anew from now on',
        )
      } else if (code !== COLUMNS_CHANGED) throw error
      return this.#send([nameless(query), values])
    }
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: invalid_sql_statement_name, duplicate_prepared_statement, and feature_not_supported
// for "cached plan must not change result type", after a migration.
const UNKNOWN_STATEMENT = '26000'
const STATEMENT_EXISTS = '42P05'
const COLUMNS_CHANGED = '0A000'

const isNamed = (query: unknown): query is pg.QueryConfig => typeof query === 'object' && query !== null && 'name' in query && Boolean(query.name)
const nameless = (config: pg.QueryConfig): pg.QueryConfig => ({ ...config, name: undefined })

function refuseInsideTransaction(): void {
  if (ambientTransaction()) throw new WrongHandleError('A transaction is open: use its handle `tx`, not `db`.')
}

/** The connection of one transaction. Once its work is done it takes the end and nothing more: by then the connection may serve somebody else. */
class TransactionClient {
  isOver = false
  /** What the last failed statement met, whoever caught it. */
  failure: Error | undefined
  readonly #client: pg.PoolClient
  readonly #log: Log

  constructor(client: pg.PoolClient, log: Log) {
    this.#client = client
    this.#log = log
  }

  async query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const isEnd = config.text === 'commit' || config.text === 'rollback'
    if (this.isOver && !isEnd) throw new WrongHandleError('This transaction is over: await every statement inside its callback.')
    // Without a name: each transaction has a handle of its own, whose statements would stay on the connection.
    return tracedQuery(config, () => this.#send(isNamed(config) ? nameless(config) : config, values))
  }

  async #send(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    try {
      const result = await this.#client.query(config, values)
      // The server says so where a statement had failed and somebody went on as if it had not: nothing was written.
      if (config.text === 'commit' && result.command === 'ROLLBACK') throw this.failure ?? new Error('The transaction was rolled back')
      // What failed inside a savepoint was taken back.
      if (config.text.startsWith('rollback to savepoint')) this.failure = undefined
      return result
    } catch (error) {
      explainMissingMigration(error, this.#log)
      this.failure = error instanceof Error ? error : new Error('A statement failed', { cause: error })
      throw error
    }
  }

  /** Set when the database went away during the transaction. */
  get loss(): Error | undefined {
    return databaseFailure(this.failure)?.kind === 'unavailable' ? this.failure : undefined
  }
}

type Transacting = { config: Parameters<Database['transaction']>[1]; followers: AfterCommit[] }

function openPool(connection: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new GuardedPool(
    {
      application_name: 'plinth',
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 30_000,
      ...connection,
    },
    log,
  )
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  // A checked-out client emits its own error when the server goes away between two queries; unheard it ends the process.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')))
  return pool
}

/**
 * Opens the pool every query of this process goes through. A query runs 15 s at most, a transaction may sit idle 30 s, a
 * connection is waited for 5 s. A restart of the server costs the running queries, never the process.
 */
export function openDatabase(connection: pg.PoolConfig, log: Log): OpenDatabase {
  const pool = openPool({ max: 15, ...connection }, log)
  const besidePool = openPool({ ...connection, max: 2 }, log)
  const beside = drizzle({ client: besidePool })
  const db = drizzle({ client: pool })
  besideOf.set(db, beside)
  // Not drizzle's own: it never gives the connection back when BEGIN fails, and after some restarts of the server the pool runs dry.
  db.transaction = async (work, config) => {
    const followers: AfterCommit[] = []
    const answer = await transact(work, { config, followers })
    const followed = await Promise.allSettled(followers.map((follow) => follow(beside)))
    for (const one of followed) if (one.status === 'rejected') log.warn({ err: one.reason }, 'what should follow a transaction did not happen')
    return answer
  }
  async function transact<T>(work: (tx: Transaction) => Promise<T>, { config, followers }: Transacting): Promise<T> {
    refuseInsideTransaction()
    const client = await pool.connect()
    const own = new TransactionClient(client, log)
    let failure: { error: unknown } | undefined
    try {
      return await drizzle({ client: own as unknown as pg.PoolClient }).transaction(async (tx) => {
        try {
          const answer = await openTransaction.run({ tx, beside, isOver: () => own.isOver, loss: () => own.loss, followers }, () => work(tx))
          if (own.loss) throw own.loss
          return answer
        } catch (error) {
          failure = { error }
          throw error
        } finally {
          own.isOver = true
        }
      }, config)
    } catch (error) {
      // Over a lost connection the rollback fails too; what the work met says more.
      throw failure ? failure.error : error
    } finally {
      // Given back for others only when the server says that no transaction is left open on it.
      client.release(client.getTransactionStatus() !== 'I')
    }
  }
  return {
    db,
    pool,
    close: async () => {
      const ended = Promise.all([pool.end(), besidePool.end()])
      await Promise.race([ended, pause(CLOSE_MS, undefined, { ref: false })])
    },
  }
}
