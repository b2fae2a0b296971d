import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamp } from '#/db/columns.server.ts'

/**
 * One counter per key. The hourly sweep deletes counters after their window, those with a wait a day later.
 */
export const limitCounter = pgTable(
  'limit_counter',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: timestamp('resets_at').notNull(),
    /** The number of consecutive waits, each twice as long as the one before. */
    waits: integer('waits').notNull().default(0),
  },
  (table) => [index('limit_counter_resets_at_idx').on(table.resetsAt)],
)
