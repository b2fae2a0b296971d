import { sql, type SQL } from 'drizzle-orm'
import { IMPERSONATION_MINUTES } from './administration/impersonation.schema.ts'
import { session } from '#/core/identity/identity.table.server.ts'

/**
 * SQL condition for a session that has not expired. An impersonation session ends after its hour, whatever
 * its row says: Better Auth would extend it like any other for a browser that omits one of its cookies.
 */
export const isUnexpired: SQL = sql`(${session.expiresAt} > now() and (${session.impersonatedBy} is null or ${session.createdAt} > now() - make_interval(mins => ${IMPERSONATION_MINUTES})))`
