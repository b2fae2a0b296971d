import { sql, type SQL } from 'drizzle-orm'
import { IMPERSONATION_MINUTES } from './administration/impersonation.schema.ts'
import { session } from '#/core/identity/identity.table.server.ts'

/**
 * The SQL condition of a session whose time is not over. One in which somebody else acts as the user ends
 * with its hour whatever its row says: Better Auth would prolong it like any other, for a browser that leaves
 * out one of its cookies.
 */
export const isUnexpired: SQL = sql`(${session.expiresAt} > now() and (${session.impersonatedBy} is null or ${session.createdAt} > now() - make_interval(mins => ${IMPERSONATION_MINUTES})))`
