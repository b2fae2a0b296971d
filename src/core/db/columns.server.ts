import { customType, timestamp } from 'drizzle-orm/pg-core'
import { clockAheadMs } from './clock.server.ts'

/**
 * A moment in time, to the millisecond: what a JavaScript Date can hold, so that a keyset cursor survives the
 * round trip.
 */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const createdAt = () => moment('created_at').notNull().defaultNow()
export const updatedAt = () => moment('updated_at').notNull().defaultNow()

/**
 * A moment that Better Auth writes and reads by this machine's clock, such as the end of a session. In the
 * database
 * it stands by the database's clock, so that `now()` in SQL and every other instance judge it right.
 */
export const libraryMoment = customType<{ data: Date; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: (date) => new Date(date.getTime() - clockAheadMs()).toISOString(),
  fromDriver: (stored) => new Date(Date.parse(stored) + clockAheadMs()),
})

/**
 * A moment that was chosen by people, is written as it is, and that Better Auth compares with this machine's
 * clock: read as a `libraryMoment` is.
 */
export const comparedMoment = customType<{ data: Date; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  toDriver: (date) => date.toISOString(),
  fromDriver: (stored) => new Date(Date.parse(stored) + clockAheadMs()),
})
