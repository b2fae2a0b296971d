import { sql, type SQL } from 'drizzle-orm'
import { user } from '#/core/identity/identity.table.server.ts'

/**
 * The SQL condition of a ban that stands, on the clock of the database: it ends by itself once its date has
 * passed.
 */
export const isBanned: SQL<boolean> = sql<boolean>`(coalesce(${user.banned}, false) and (${user.banExpires} is null or ${user.banExpires} > now()))`
