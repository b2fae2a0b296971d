import { lt } from 'drizzle-orm'
import { type OpenDatabase, deleteOld, olderThan } from '@plinth/core/database/server'
import { defineJob } from '@plinth/core/jobs/server'
import { todos } from './todos.table.server.ts'

/** How long the row of a deleted to-do is kept for offline browsers. */
export const DELETED_KEPT_DAYS = 30

/** Removes the rows of to-dos deleted more than a month ago, and returns their number. */
export const sweepTodos = (db: OpenDatabase['db'], signal?: AbortSignal): Promise<number> =>
  deleteOld(db, {
    table: todos,
    where: lt(todos.deletedAt, olderThan(DELETED_KEPT_DAYS)),
    ...(signal && { signal }),
  })

export const sweepTodosJob = defineJob({
  name: 'sweep-todos',
  cron: '47 3 * * *',
  handler: async ({ db, signal }) => void (await sweepTodos(db, signal)),
})
