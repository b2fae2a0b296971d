import { and, eq, sql } from 'drizzle-orm'
import { workspaceRoles } from '#/core/access/actor.ts'
import { isBanned } from '#/core/auth/is-banned.server.ts'
import { preparedQuery } from '#/core/db/prepared-query.server.ts'
import type { Tokens } from '#/core/feature.server.ts'
import { member, user } from '#/core/identity/identity.table.server.ts'
import { apiKeys } from './api-keys.table.server.ts'
import { digestOf, isKey } from './key-text.server.ts'

const keyOf = preparedQuery((db) =>
  db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      organizationId: apiKeys.organizationId,
      userId: user.id,
      emailVerified: user.emailVerified,
      memberRole: member.role,
      isUseDue: sql<boolean>`${apiKeys.lastUsedAt} is null or ${apiKeys.lastUsedAt} < now() - interval '1 hour'`,
    })
    .from(apiKeys)
    .innerJoin(user, eq(user.id, apiKeys.userId))
    .leftJoin(member, and(eq(member.userId, user.id), eq(member.organizationId, apiKeys.organizationId)))
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
    if (!row) return undefined
    const { id, name, scopes, userId, emailVerified, organizationId, isUseDue } = row
    const role = organizationId === null ? 'owner' : workspaceRoles.find((one) => one === row.memberRole)
    if (!role) return undefined
    const token = { id, kind: 'key', name } as const
    return { userId, emailVerified, workspace: { organizationId, role }, token, scopes, isUseDue }
  },
  recordUse: (db, id) =>
    db
      .update(apiKeys)
      .set({ lastUsedAt: sql`date_trunc('hour', now())` })
      .where(eq(apiKeys.id, id)),
}
