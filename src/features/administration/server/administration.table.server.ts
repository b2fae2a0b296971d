import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '#/core/db/columns.server.ts'

// Figures of the administration that must cost the same at ten users and at a million; docs/decisions/013
// says how they come about.

const subject = () => text('subject').$type<'user' | 'organization'>().notNull()

/**
 * How many there are of a kind, by the day (UTC) on which they were made. Triggers on the tables themselves
 * write the changes beside it.
 */
export const tally = pgTable(
  'tally',
  { subject: subject(), day: date('day').notNull(), amount: bigint('amount', { mode: 'number' }).notNull() },
  (table) => [primaryKey({ columns: [table.subject, table.day] })],
)

/**
 * Changes that a job has not added up yet. Rows are only ever added, so that two sign-ups never wait for each
 * other.
 */
export const tallyChange = pgTable(
  'tally_change',
  { subject: subject(), day: date('day').notNull(), amount: bigint('amount', { mode: 'number' }).notNull() },
  (table) => [index('tally_change_idx').on(table.subject, table.day)],
)

/** What a job has counted, and when: figures that change with time itself, such as who was here this week. */
export const figure = pgTable('figure', {
  name: text('name').$type<FigureName>().primaryKey(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  countedAt: moment('counted_at').notNull(),
})

export type FigureName = 'sessions' | 'activeDay' | 'activeWeek' | 'activeMonth'
