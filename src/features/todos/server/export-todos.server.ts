import { asc } from 'drizzle-orm'
import { ownContent } from '@plinth/core/verb/server'
import type { Db } from '@plinth/core/database/server'
import { todos } from './todos.table.server.ts'

/**
 * The to-dos that a user added, with deleted ones that are still stored, oldest first. For the data export;
 * the caller has authorized.
 */
export const exportTodos = (db: Db, userId: string) =>
  db
    .select({
      id: todos.id,
      organizationId: todos.organizationId,
      text: todos.text,
      completed: todos.completed,
      createdAt: todos.createdAt,
      deletedAt: todos.deletedAt,
    })
    .from(todos)
    .where(ownContent(todos, userId))
    .orderBy(asc(todos.createdAt), asc(todos.id))
