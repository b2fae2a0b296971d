import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { passkeysAccess } from '../passkeys.access.ts'
import { passkey } from './passkeys.table.server.ts'

/** Returns the user's passkeys, oldest first, without their keys. Any user, for themselves. */
export async function listPasskeys(ctx: VerbContext) {
  const { userId } = authorize(ctx.actor, passkeysAccess.list)
  const items = await ctx.db
    .select({ id: passkey.id, name: passkey.name, createdAt: passkey.createdAt })
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(passkey.createdAt, passkey.id)
  return { items, nextCursor: null }
}
