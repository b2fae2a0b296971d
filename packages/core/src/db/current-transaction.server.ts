import { AsyncLocalStorage } from 'node:async_hooks'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** The handle of a verb's queries: the pool, or the transaction it runs in. */
export type Db = Database | Transaction

/**
 * Thrown when a statement would run outside its transaction: on another handle, or after the transaction's
 * end.
 */
export class WrongHandleError extends Error {
  override name = 'WrongHandleError'
}

type OpenTransaction = {
  tx: Transaction
  autonomous: Database
  isOver: () => boolean
  failure: () => Error | undefined
  followers: AfterCommit[]
}
export type AfterCommit = (autonomous: Db) => Promise<void>
const openTransaction = new AsyncLocalStorage<OpenTransaction | undefined>()

export function runInTransaction<T>(open: OpenTransaction, work: () => T): T {
  return openTransaction.run(open, work)
}

/** The open transaction of this call chain, for Better Auth, which takes no handle. Verbs pass `tx`. */
export function currentTransaction(): Transaction | undefined {
  const open = openTransaction.getStore()
  return open && !open.isOver() ? open.tx : undefined
}

/** The error after which the current transaction can't be committed, even if a library has caught it. */
export function currentTransactionFailure(): Error | undefined {
  return openTransaction.getStore()?.failure()
}

/** Throws WrongHandleError inside a transaction. */
export function assertNoTransaction(): void {
  if (currentTransaction())
    throw new WrongHandleError('A transaction is open: use its handle `tx`, not `db`.')
}

/**
 * Runs `work` as if no transaction were open. It must not wait for a connection of the pool, or it may
 * deadlock: all holders of a connection may be waiting here.
 */
export function outsideTransaction<T>(work: () => PromiseLike<T>): Promise<T> {
  // Awaited inside, because Drizzle sends a query when it is awaited.
  return openTransaction.run(undefined, async () => await work())
}

/** Maps the handle of a pool to the pool for its autonomous transactions. */
export const autonomousPoolOf = new WeakMap<Db, Database>()

/**
 * Runs one short statement that survives a rollback of the current transaction, such as counting an attempt.
 * Takes any handle. Uses reserved connections, so it runs even while requests hold all others, and no
 * transaction waits for another one to end.
 */
export async function autonomousTransaction<T>(
  db: Db,
  statement: (autonomous: Db) => PromiseLike<T>,
): Promise<T> {
  const open = openTransaction.getStore()
  if (open && !open.isOver()) return outsideTransaction(() => statement(open.autonomous))
  return statement(autonomousPoolOf.get(db) ?? db)
}

/**
 * Runs `follow` after the current transaction commits and before its caller continues; not after a rollback,
 * nor if the process is killed in between. It gets a reserved connection. Its errors are only logged, because
 * the transaction is committed. Returns false without an open transaction.
 */
export function afterCommit(follow: AfterCommit): boolean {
  const open = openTransaction.getStore()
  if (!open || open.isOver()) return false
  open.followers.push(follow)
  return true
}
