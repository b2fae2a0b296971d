import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamp } from '@plinth/core/database/server'

// Metrics of the administration that must cost the same at ten users and at a million.

/** Users and organizations are counted by triggers, errors when they are stored, all others by a job. */
export type TallySubject = 'user' | 'organization' | 'activity' | 'mail' | 'failure' | 'error'
const subject = () => text('subject').$type<TallySubject>().notNull()

/** Row counts per kind and creation day (UTC). */
export const tally = pgTable(
  'tally',
  { subject: subject(), day: date('day').notNull(), amount: bigint('amount', { mode: 'number' }).notNull() },
  (table) => [primaryKey({ columns: [table.subject, table.day] })],
)

/**
 * Changes that a job has not added up yet. Rows are only inserted, so that concurrent sign-ups never wait for
 * each other.
 */
export const tallyChange = pgTable(
  'tally_change',
  { subject: subject(), day: date('day').notNull(), amount: bigint('amount', { mode: 'number' }).notNull() },
  (table) => [index('tally_change_idx').on(table.subject, table.day)],
)

/**
 * Metrics counted by a job, with the time of the count: those that change as time passes, such as the users
 * active this week.
 */
export const figure = pgTable('figure', {
  name: text('name').$type<FigureName>().primaryKey(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  countedAt: timestamp('counted_at').notNull(),
})

export type FigureName = 'sessions' | 'activeDay' | 'activeWeek' | 'activeMonth'

/** Logged errors of one kind, over all instances. Its columns: `log/error-groups.server.ts` of core. */
export const errorGroup = pgTable(
  'error_group',
  {
    fingerprint: text('fingerprint').primaryKey(),
    name: text('name').notNull(),
    message: text('message').notNull(),
    frame: text('frame'),
    place: text('place'),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    firstAt: timestamp('first_at').notNull(),
    lastAt: timestamp('last_at').notNull(),
    lastRequestId: text('last_request_id'),
    /** Until it happens again. */
    resolvedAt: timestamp('resolved_at'),
  },
  (table) => [index('error_group_last_at_idx').on(table.lastAt, table.fingerprint)],
)
