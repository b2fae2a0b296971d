import { sql, type SQL } from 'drizzle-orm'
import { user } from '#/identity/identity.table.server.ts'

/**
 * SQL condition for a user who is banned now, by the database clock. A ban ends by itself once its date has
 * passed.
 */
export const isBanned: SQL<boolean> = sql<boolean>`(coalesce(${user.banned}, false) and (${user.banExpires} is null or ${user.banExpires} > now()))`
