import { and, eq, sql } from 'drizzle-orm'
import { isBanned } from '@plinth/core/auth/is-banned.server.ts'
import {
  holderColumns,
  holderOf,
  membershipOf,
  recordUse,
  type Tokens,
} from '@plinth/core/auth/security/token-holder.server.ts'
import { preparedQuery } from '@plinth/core/db/prepared-query.server.ts'
import { digestOf } from '@plinth/core/identity/digest.server.ts'
import { member, user } from '@plinth/core/identity/identity.table.server.ts'
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
