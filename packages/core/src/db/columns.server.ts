import { customType, timestamp as pgTimestamp } from 'drizzle-orm/pg-core'
import { clockAheadMs } from './clock.server.ts'

/** A timestamp in milliseconds, the precision of a JavaScript Date, so that keyset cursors are exact. */
export const timestamp = (name: string) =>
  pgTimestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const createdAt = () => timestamp('created_at').notNull().defaultNow()
export const updatedAt = () => timestamp('updated_at').notNull().defaultNow()

/** A text that lists are sorted by, in the order of a dictionary: `Ä` beside `a`, before `Z`. */
export const sortedText = customType<{ data: string }>({ dataType: () => 'text collate "und-x-icu"' })

/**
 * A timestamp that Better Auth computes with this machine's clock, such as the expiry of a session. It is
 * stored by the database's clock, so that `now()` in SQL and other instances compare it correctly.
 */
export const libraryTimestamp = customType<{ data: Date; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: (date) => new Date(date.getTime() - clockAheadMs()).toISOString(),
  fromDriver: (stored) => new Date(Date.parse(stored) + clockAheadMs()),
})

/**
 * A timestamp chosen by a user: stored as it is, and adjusted when read, because Better Auth compares it with
 * this machine's clock.
 */
export const comparedTimestamp = customType<{ data: Date; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: (date) => date.toISOString(),
  fromDriver: (stored) => new Date(Date.parse(stored) + clockAheadMs()),
})
