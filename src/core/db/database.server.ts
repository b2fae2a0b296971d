import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '#/core/log/log.server.ts'
import { databaseFailure } from './database-error.server.ts'
import { FairShare } from './fair-share.server.ts'
import { explainMissingMigration } from './missing-migration.server.ts'
import { tracedQuery } from './traced-query.server.ts'

type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** What a verb queries through: the pool, or the transaction it runs in. */
export type Db = Database | Transaction

export type OpenDatabase = {
  db: Database
  pool: GuardedPool
  /**
   * For what needs sessions of its own: migrations and jobs. The pool itself, unless that leads through a
   * connection pooler.
   */
  direct: pg.Pool
  /**
   * A single connection that no request uses, with little patience: for the question whether the database
   * answers.
   */
  probe: pg.Pool
  /** Waits a second at most for what still runs. */
  close(): Promise<void>
}

const CLOSE_MS = 1_000

/**
 * Thrown when a statement would run outside the transaction it is meant for: through another handle while one
 * is open, or through its own once it is over.
 */
export class WrongHandleError extends Error {
  override name = 'WrongHandleError'
}

type OpenTransaction = {
  tx: Transaction
  beside: Database
  isOver: () => boolean
  loss: () => Error | undefined
  followers: AfterCommit[]
}
type AfterCommit = (beside: Db) => Promise<void>
const openTransaction = new AsyncLocalStorage<OpenTransaction | undefined>()

/**
 * The transaction this call chain runs in. For libraries that can't be handed one (Better Auth); verbs pass
 * `tx` explicitly.
 */
export function ambientTransaction(): Transaction | undefined {
  const open = openTransaction.getStore()
  return open && !open.isOver() ? open.tx : undefined
}

/**
 * What took the database away during the transaction of this call chain, also where a library caught that and
 * answered something else.
 */
export function ambientLoss(): Error | undefined {
  return openTransaction.getStore()?.loss()
}

/**
 * Runs `work` as if no transaction were open. It must not wait for a connection of the pool: those who hold
 * one may all be waiting here.
 */
export function outsideTransaction<T>(work: () => PromiseLike<T>): Promise<T> {
  // Awaited inside, because a query of drizzle is sent when it is awaited.
  return openTransaction.run(undefined, async () => await work())
}

/** For each pool, the small one beside it. */
const besideOf = new WeakMap<Db, Database>()

/**
 * Runs one short statement that stands whatever becomes of the open transaction: counters of attempts. Takes
 * any handle. It gets a connection kept for this: while requests hold every other one, attempts are still
 * counted, and no transaction waits for another one's end.
 */
export async function besideTransaction<T>(db: Db, statement: (beside: Db) => PromiseLike<T>): Promise<T> {
  const open = openTransaction.getStore()
  if (open && !open.isOver()) return outsideTransaction(() => statement(open.beside))
  return statement(besideOf.get(db) ?? db)
}

/**
 * Has `follow` run once the transaction of this call chain has committed, before whoever opened it goes on,
 * and never when it is rolled back. It gets a connection kept for this; what it throws is logged, because the
 * transaction stands. A process that is killed in between never runs it. False when no transaction is open.
 */
export function afterCommit(follow: AfterCommit): boolean {
  const open = openTransaction.getStore()
  if (!open || open.isOver()) return false
  open.followers.push(follow)
  return true
}

// A query ends by the server's own limits; when the server or the network stands still, by this process.
const LIMITS = { statement_timeout: 15_000, lock_timeout: 5_000, idle_in_transaction_session_timeout: 30_000 }
const QUERY_TIMEOUT_MS = 17_000
// For what takes no time unless it waits for a lock: what is planned once and goes by an index, the beginning
// of a transaction, a counter. Nearly every request asks one of them first.
const SHORT_TIMEOUT_MS = 6_000
const CONNECT_TIMEOUT_MS = 5_000
// A pooler passes on no settings of a session: each transaction states its own.
const SET_LIMITS = Object.entries(LIMITS)
  .map(([name, ms]) => `set local ${name} = ${ms}`)
  .join('; ')

class GuardedPool extends pg.Pool {
  readonly #log: Log
  readonly share: FairShare
  readonly isPooled: boolean

  constructor(
    config: pg.PoolConfig,
    { isPooled, isDivided, log }: { isPooled: boolean; isDivided: boolean; log: Log },
  ) {
    super(config)
    this.#log = log
    this.isPooled = isPooled
    this.share = new FairShare(isDivided ? this.options.max : Infinity, CONNECT_TIMEOUT_MS)
  }

  // pg types query() as a set of overloads that can't be spelled again in an override.
  override query: pg.Pool['query'] = (async (query: Query, values?: unknown[]) => {
    refuseInsideTransaction()
    const leave = await this.share.enter()
    try {
      return await tracedQuery(query, () => this.#run(query, values))
    } catch (error) {
      explainMissingMigration(error, this.#log)
      throw error
    } finally {
      leave()
    }
  }) as pg.Pool['query']

  async #run(query: Query, values: unknown): Promise<pg.QueryResult> {
    if (this.isPooled) return this.#inTransaction(nameless(query), values)
    try {
      return await this.#send(isNamed(query) ? short(query) : query, values)
    } catch (error) {
      // The statement has done nothing: it is planned anew.
      if ((error as { code?: string }).code !== COLUMNS_CHANGED || !isNamed(query)) throw error
      return this.#send(nameless(query), values)
    }
  }

  #send(...args: unknown[]): Promise<pg.QueryResult> {
    return pg.Pool.prototype.query.apply(this, args as never) as unknown as Promise<pg.QueryResult>
  }

  async #inTransaction(query: Query, values: unknown): Promise<pg.QueryResult> {
    const client = await this.connect()
    try {
      await client.query(short({ text: `begin; ${SET_LIMITS}` }))
      const result = await client.query(query as pg.QueryConfig, values as unknown[])
      await client.query('commit')
      return result
    } catch (error) {
      if (client.getTransactionStatus() === 'E') await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release(client.getTransactionStatus() !== 'I')
    }
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: feature_not_supported for "cached plan must
// not change result type", after a migration.
const COLUMNS_CHANGED = '0A000'

type Query = string | pg.QueryConfig
const isNamed = (query: Query): query is pg.QueryConfig => typeof query !== 'string' && Boolean(query.name)
const nameless = (query: Query): Query => (isNamed(query) ? { ...query, name: undefined } : query)

/** With little patience; node-postgres reads it, its types don't know it. */
const short = (query: pg.QueryConfig): pg.QueryConfig =>
  Object.assign({}, query, { query_timeout: SHORT_TIMEOUT_MS })

function refuseInsideTransaction(): void {
  if (ambientTransaction())
    throw new WrongHandleError('A transaction is open: use its handle `tx`, not `db`.')
}

/**
 * The connection of one transaction. Once its work is done it takes the end and nothing more: by then the
 * connection may serve somebody else.
 */
class TransactionClient {
  isOver = false
  /** What the last failed statement met, whoever caught it. */
  failure: Error | undefined
  readonly #client: pg.PoolClient
  readonly #isPooled: boolean
  readonly #log: Log

  constructor(client: pg.PoolClient, { isPooled, log }: { isPooled: boolean; log: Log }) {
    this.#client = client
    this.#isPooled = isPooled
    this.#log = log
  }

  async query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const isEnd = config.text === 'commit' || config.text === 'rollback'
    if (this.isOver && !isEnd)
      throw new WrongHandleError('This transaction is over: await every statement inside its callback.')
    if (config.text.startsWith('begin')) {
      const begin = short({ text: this.#isPooled ? `${config.text}; ${SET_LIMITS}` : config.text })
      return tracedQuery(config, () => this.#send(begin))
    }
    // Without a name: each transaction has a handle of its own, whose statements would stay on the
    // connection.
    return tracedQuery(config, () => this.#send(nameless(config) as pg.QueryConfig, values))
  }

  async #send(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    try {
      const result = await this.#client.query(config, values)
      // The server says so where a statement had failed and somebody went on as if it had not: nothing was
      // written.
      if (config.text === 'commit' && result.command === 'ROLLBACK')
        throw this.failure ?? new Error('The transaction was rolled back')
      // What failed inside a savepoint was taken back.
      if (config.text.startsWith('rollback to savepoint')) this.failure = undefined
      return result
    } catch (error) {
      // The rollback would wait as long again for a server that does not answer.
      if (error instanceof Error && error.message === 'Query read timeout')
        void (this.#client as unknown as pg.Client).end()
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

type PoolOptions = pg.PoolConfig & {
  isPooled: boolean
  /** False: whoever comes first gets a connection. */
  isDivided?: boolean
}

function openPool({ isPooled, isDivided = true, ...config }: PoolOptions, log: Log): GuardedPool {
  const pool = new GuardedPool(
    {
      application_name: 'plinth',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(isPooled ? {} : LIMITS),
      ...config,
    },
    { isPooled, isDivided, log },
  )
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  // A checked-out client emits its own error when the server goes away between two queries; unheard it ends
  // the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')),
  )
  return pool
}

/**
 * Opens the pool every query of this process goes through. A query runs 15 s at most and waits 5 s for a
 * lock, a transaction may sit idle 30 s, a
 * connection is waited for 5 s; a server that says nothing is given up after 6 s by what takes no time, by
 * other queries after 17 s. A restart of the server costs the running queries, never the process. With
 * `direct`, `connection` leads through a connection pooler that gives every transaction another session.
 */
export function openDatabase(connection: pg.PoolConfig, log: Log, direct?: pg.PoolConfig): OpenDatabase {
  const isPooled = direct !== undefined
  const pool = openPool({ max: 15, ...connection, isPooled }, log)
  const besidePool = openPool(
    { ...connection, max: 2, query_timeout: SHORT_TIMEOUT_MS, isPooled, isDivided: false },
    log,
  )
  const probe = openPool(
    { ...connection, max: 1, connectionTimeoutMillis: 1_000, query_timeout: 1_000, isPooled },
    log,
  )
  const directPool = direct ? openPool({ ...direct, max: 3, isPooled: false }, log) : pool
  const beside = drizzle({ client: besidePool })
  const db = drizzle({ client: pool })
  besideOf.set(db, beside)
  // Not drizzle's own: it never gives the connection back when BEGIN fails, and after some restarts of the
  // server the pool runs dry.
  db.transaction = async (work, config) => {
    const followers: AfterCommit[] = []
    const answer = await transact(work, { config, followers })
    const followed = await Promise.allSettled(followers.map((follow) => follow(beside)))
    for (const one of followed)
      if (one.status === 'rejected')
        log.warn({ err: one.reason }, 'what should follow a transaction did not happen')
    return answer
  }
  async function transact<T>(work: (tx: Transaction) => Promise<T>, given: Transacting): Promise<T> {
    refuseInsideTransaction()
    const leave = await pool.share.enter()
    try {
      return await transactOn(await pool.connect(), work, given)
    } finally {
      leave()
    }
  }
  async function transactOn<T>(
    client: pg.PoolClient,
    work: (tx: Transaction) => Promise<T>,
    { config, followers }: Transacting,
  ): Promise<T> {
    const own = new TransactionClient(client, { isPooled, log })
    let failure: { error: unknown } | undefined
    try {
      return await drizzle({ client: own as unknown as pg.PoolClient }).transaction(async (tx) => {
        try {
          const answer = await openTransaction.run(
            { tx, beside, isOver: () => own.isOver, loss: () => own.loss, followers },
            () => work(tx),
          )
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
    direct: directPool,
    probe,
    close: async () => {
      const ended = Promise.all([...new Set([pool, besidePool, probe, directPool])].map((one) => one.end()))
      await Promise.race([ended, pause(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

/**
 * Runs `work` on a session of its own without limits of time, for what may take long or wait its turn. The
 * session and its locks end with it.
 */
export async function inOwnSession<T>(
  { options }: pg.Pool,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // The password is hidden from a spread.
  const client = new pg.Client({ ...options, password: options.password, query_timeout: undefined })
  // A lost connection fails the query that runs.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}
