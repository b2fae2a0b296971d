import { eq, sql } from 'drizzle-orm'
import type { AnyTRPCRouter } from '@trpc/server'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, scopesOf, writeAudit } from '@plinth/core/verb/server'
import { mailUser } from '@plinth/core/mail/server'
import { lockOwnMembership, requireRecentAuth } from '@plinth/core/auth/server'
import { digestOf } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { apiKeysAccess } from '../api.access.ts'
import { KEYS_PER_USER, type CreateKeyInput } from '../api.schema.ts'
import { apiKeys } from './api-keys.table.server.ts'
import { hintOf, newKey } from './key-text.server.ts'

/**
 * Creates a key for the active workspace, and mails the user. The key is returned this once. Any user,
 * for themselves, authenticated within the last ten minutes; not while impersonated. Throws forbidden
 * (`errors:reauthenticate`), invalid for a scope that no operation has, conflict with twenty keys.
 */
export async function createKey(
  ctx: VerbContext,
  { name, scopes, expiresInDays }: CreateKeyInput,
  router: AnyTRPCRouter,
): Promise<{ id: string; key: string; expiresAt: Date }> {
  const actor = authorize(ctx.actor, apiKeysAccess.create)
  await requireRecentAuth(ctx.db, actor)
  const known: readonly string[] = scopesOf(router)
  if (scopes.some((scope) => !known.includes(scope)))
    throw new AppError('invalid', 'api:errors.scopeUnknown', { field: 'scopes' })
  const { userId } = actor
  const { organizationId } = actor.workspace
  return ctx.db.transaction(async (tx) => {
    await lockOwnMembership(tx, actor)
    if ((await tx.$count(apiKeys, eq(apiKeys.userId, userId))) >= KEYS_PER_USER)
      throw new AppError('conflict', 'api:errors.tooManyKeys', { max: KEYS_PER_USER })
    const key = newKey()
    const [created] = await tx
      .insert(apiKeys)
      .values({
        id: createId(),
        userId,
        organizationId,
        name,
        digest: digestOf(key),
        hint: hintOf(key),
        scopes: [...new Set(scopes)].toSorted(),
        expiresAt: sql`now() + make_interval(days => ${expiresInDays})`,
      })
      .returning({ id: apiKeys.id, expiresAt: apiKeys.expiresAt })
    if (!created) throw new Error('The key was not inserted')
    await writeAudit(tx, actor, {
      action: 'apiKey.create',
      target: { type: 'apiKey', id: created.id },
      details: { name, expiresAt: created.expiresAt.toISOString() },
    })
    await mailUser(tx, userId, { template: 'securityChange', params: { change: 'api:mails.created' } })
    return { ...created, key }
  })
}
