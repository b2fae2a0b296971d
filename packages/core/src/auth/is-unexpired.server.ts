import { sql, type SQL } from 'drizzle-orm'
import { session } from '#/identity/identity.table.server.ts'

/** SQL condition for a session that has not expired, by the database clock. */
export const isUnexpired: SQL = sql`(${session.expiresAt} > now())`
