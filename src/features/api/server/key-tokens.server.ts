import { and, eq, sql } from 'drizzle-orm'
import {
  type Tokens,
  holderColumns,
  holderOf,
  isBanned,
  membershipOf,
  recordUse,
} from '@plinth/core/auth/server'
import { digestOf, member, preparedQuery, user } from '@plinth/core/database/server'
import { apiKeys } from './api-keys.table.server.ts'
import { isKey } from './key-text.server.ts'

const keyOf = preparedQuery((db) =>
  db
    .select({ ...holderColumns(apiKeys), name: apiKeys.name, scopes: apiKeys.scopes })
    .from(apiKeys)
    .innerJoin(user, eq(user.id, apiKeys.userId))
    .leftJoin(member, membershipOf(apiKeys))
    .where(
      and(
        eq(apiKeys.digest, sql.placeholder('digest')),
        sql`${apiKeys.expiresAt} > now()`,
        sql`not ${isBanned}`,
      ),
    )
    .limit(1),
)

/**
 * API keys. A ban, an expiry, a revocation and a lost membership take effect with the next request, on every
 * instance.
 */
export const keyTokens: Tokens = {
  async read(db, key) {
    const [row] = isKey(key) ? await keyOf(db).execute({ digest: digestOf(key) }) : []
    return row && holderOf('key', row)
  },
  recordUse: (db, id) => recordUse(db, apiKeys, id),
}
