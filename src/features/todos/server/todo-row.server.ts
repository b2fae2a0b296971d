import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import { AppError } from '@plinth/core/verb/server'
import {
  type Db,
  type OpenDatabase,
  type Transaction,
  inWorkspace,
  user,
  workspaceOf,
} from '@plinth/core/database/server'
import { announce, workspaceTopic } from '@plinth/core/live/server'
import { todos, todoVersion } from './todos.table.server.ts'

/** The columns of a to-do for clients. */
const sentTodo = {
  id: todos.id,
  text: todos.text,
  completed: todos.completed,
  createdAt: todos.createdAt,
  createdBy: { id: user.id, name: user.name, image: user.image },
  version: todos.version,
}

/** To-dos with their creators, for clients; the caller adds the workspace to the condition. */
export const selectTodos = (db: Db) =>
  db.select(sentTodo).from(todos).leftJoin(user, eq(user.id, todos.createdById))

/** The same with `deletedAt`. */
export const selectTodoChanges = (db: Db) =>
  db
    .select({ ...sentTodo, deletedAt: todos.deletedAt })
    .from(todos)
    .leftJoin(user, eq(user.id, todos.createdById))

export const nextVersion = sql<number>`nextval(${todoVersion.seqName})`

export const topicOf = (actor: SignedInActor): string => workspaceTopic('todos', workspaceOf(actor))

/**
 * Runs a change of the workspace's list: serialized, so that versions become visible in order, and announced
 * on commit. Every verb that writes to-dos uses it.
 */
export async function changeTodos<T>(
  db: OpenDatabase['db'],
  actor: SignedInActor,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const topic = topicOf(actor)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${topic}, 0))`)
    const result = await change(tx)
    await announce(tx, topic)
    return result
  })
}

/**
 * The to-do with this id in the actor's workspace. Throws the same not_found for an unknown, a foreign and a
 * deleted one.
 */
export async function readTodo(tx: Transaction, actor: SignedInActor, id: string) {
  const [todo] = await selectTodos(tx).where(
    and(eq(todos.id, id), inWorkspace(todos, actor), isNull(todos.deletedAt)),
  )
  if (!todo) throw new AppError('not_found', 'errors:notFound')
  return todo
}
