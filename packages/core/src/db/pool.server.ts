import pg from 'pg'
import type { Log } from '#/log/log.server.ts'
import { getBrand } from '#/brand.ts'
import { assertNoTransaction, WrongHandleError, type Transaction } from './current-transaction.server.ts'
import { tracedQuery } from './traced-query.server.ts'

// The server enforces these limits; the timeouts of this process cover an unresponsive server. A wait for a
// lock is shorter than one for a connection, so what waits for a locked table keeps no other request out.
const LIMITS = { statement_timeout: 15_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 30_000 }
const QUERY_TIMEOUT_MS = 17_000
// For statements that are fast unless they wait for a lock: prepared queries, the start of a transaction,
// counters. Nearly every request runs one of them first.
export const SHORT_TIMEOUT_MS = 6_000
const CONNECT_TIMEOUT_MS = 5_000
const LONG_MS = 600_000
const LONG_STATEMENTS = `set local statement_timeout = ${LONG_MS}`
// A pooler drops session settings, so each transaction sets its own.
const SET_LIMITS = Object.entries(LIMITS)
  .map(([name, ms]) => `set local ${name} = ${ms}`)
  .join('; ')

/**
 * Lets the later statements of a transaction run for ten minutes: for a deletion that cascades to millions of
 * rows.
 */
export const allowLongStatements = (tx: Transaction) => tx.execute(LONG_STATEMENTS)

export class GuardedPool extends pg.Pool {
  readonly #log: Log
  readonly isPooled: boolean

  constructor(config: pg.PoolConfig, { isPooled, log }: { isPooled: boolean; log: Log }) {
    super(config)
    this.#log = log
    this.isPooled = isPooled
  }

  // The overloads of pg's query() can't be repeated in an override.
  override query: pg.Pool['query'] = (async (query: Query, values?: unknown[]) => {
    assertNoTransaction()
    try {
      return await tracedQuery(query, () => this.#run(query, values), this.#log)
    } catch (error) {
      explainMissingMigration(error, this.#log)
      throw error
    }
  }) as pg.Pool['query']

  async #run(query: Query, values: unknown): Promise<pg.QueryResult> {
    if (this.isPooled) return this.#inTransaction(nameless(query), values)
    try {
      return await this.#send(isNamed(query) ? short(query) : query, values)
    } catch (error) {
      // The statement has not run. Sent again without a name, it is replanned.
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

export type Query = string | pg.QueryConfig
const isNamed = (query: Query): query is pg.QueryConfig => typeof query !== 'string' && Boolean(query.name)
const nameless = (query: Query): Query => (isNamed(query) ? { ...query, name: undefined } : query)

/** Sets a short timeout, which node-postgres supports but its types lack. */
const short = (query: pg.QueryConfig): pg.QueryConfig =>
  Object.assign({}, query, { query_timeout: SHORT_TIMEOUT_MS })

/**
 * The connection of one transaction. After its work it only accepts commit and rollback: the connection may
 * be in use elsewhere by then.
 */
export class TransactionClient {
  isOver = false
  /** The error of the first failed statement, even if it was caught. */
  failure: Error | undefined
  #isLong = false
  readonly #client: pg.PoolClient
  readonly #pool: GuardedPool
  readonly #log: Log

  constructor(client: pg.PoolClient, { pool, log }: { pool: GuardedPool; log: Log }) {
    this.#client = client
    this.#pool = pool
    this.#log = log
  }

  async query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const isEnd = config.text === 'commit' || config.text === 'rollback'
    if (this.isOver && !isEnd)
      throw new WrongHandleError('This transaction is over: await every statement inside its callback.')
    if (config.text.startsWith('begin')) {
      const begin = short({ text: this.#pool.isPooled ? `${config.text}; ${SET_LIMITS}` : config.text })
      return tracedQuery(config, () => this.#send(begin), this.#log)
    }
    if (config.text === LONG_STATEMENTS) this.#isLong = true
    const limit = this.#isLong && !isEnd ? { query_timeout: LONG_MS + 2_000 } : {}
    // Unnamed: each transaction has its own handle, whose named statements would pile up on the connection.
    return tracedQuery(
      config,
      () => this.#send(Object.assign({}, nameless(config) as pg.QueryConfig, limit), values),
      this.#log,
    )
  }

  async #send(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    try {
      const result = await this.#client.query(config, values)
      // If a failed statement was ignored, the server rolls back instead: nothing was written.
      if (config.text === 'commit' && result.command === 'ROLLBACK')
        throw this.failure ?? new Error('The transaction was rolled back')
      // The failure was rolled back with its savepoint.
      if (config.text.startsWith('rollback to savepoint')) this.failure = undefined
      return result
    } catch (error) {
      // A rollback would wait for the unresponsive server again.
      if (error instanceof Error && error.message === 'Query read timeout')
        void (this.#client as unknown as pg.Client).end()
      explainMissingMigration(error, this.#log)
      // Those after it fail because of it.
      this.failure ??= error instanceof Error ? error : new Error('A statement failed', { cause: error })
      throw error
    }
  }
}

type PoolOptions = pg.PoolConfig & { isPooled: boolean }

export function openPool({ isPooled, ...config }: PoolOptions, log: Log): GuardedPool {
  const pool = new GuardedPool(
    {
      application_name: getBrand().key,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(isPooled ? {} : LIMITS),
      ...config,
    },
    { isPooled, log },
  )
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  // A checked-out client emits an error when the connection is lost between two queries. Without a listener
  // it would crash the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')),
  )
  return pool
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: undefined_table and undefined_column.
const missing: Record<string, string> = { '42P01': 'table', '42703': 'column' }
const logged = new Set<string>()

/** Adds the fix to the error for a missing table or column, and logs it once. Ignores other errors. */
function explainMissingMigration(error: unknown, log: Log): void {
  if (!(error instanceof Error) || !('code' in error)) return
  const kind = missing[String(error.code)]
  if (kind === undefined) return
  const [, name] = /^(?:relation|column) "?([\w.]+)"?/.exec(error.message) ?? []
  error.name = 'MissingMigrationError'
  // Those of pg-boss are made when jobs start, which tests of verbs don't do.
  const fix = name?.startsWith('pgboss.')
    ? 'Queues are prepared at start; a test of what queues a job calls prepareQueues of @plinth/testing/prepare-queues.ts.'
    : 'If the code has it, its migration is missing: npm run db:generate writes it, and the next start applies it.'
  error.message = `The database has no ${kind} ${name ?? ''} (${error.message}). ${fix}`
  if (logged.has(error.message)) return
  logged.add(error.message)
  log.error(error.message)
}
