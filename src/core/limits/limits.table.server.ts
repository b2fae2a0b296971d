import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#/core/db/columns.server.ts'

/** One counter per key and window. Rows are small and end by themselves: the hourly sweep deletes what is over,
 * and what made somebody wait a day after that. */
export const limitCounter = pgTable(
  'limit_counter',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: moment('resets_at').notNull(),
    /** How many waits there have been in a row, where each is twice as long as the one before. */
    waits: integer('waits').notNull().default(0),
  },
  (table) => [index('limit_counter_resets_at_idx').on(table.resetsAt)],
)
