import { timestamp } from 'drizzle-orm/pg-core'

/** A moment in time, to the millisecond: what a JavaScript Date can hold, so that a keyset cursor survives the round trip. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const createdAt = () => moment('created_at').notNull().defaultNow()
export const updatedAt = () => moment('updated_at').notNull().defaultNow()
