import { sweepJob } from '@plinth/core/jobs/server'
import { todos } from './todos.table.server.ts'

/** How long the row of a deleted to-do is kept for offline browsers. */
export const DELETED_KEPT_DAYS = 30

export const sweepTodosJob = sweepJob({
  name: 'sweep-todos',
  table: todos,
  days: () => DELETED_KEPT_DAYS,
  cron: '47 3 * * *',
})
