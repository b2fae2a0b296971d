import { and, eq, inArray } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type Db, account } from '@plinth/core/database/server'
import { providerNames, type ProviderName } from '../providers.ts'
import type { VerbContext } from '@plinth/core/verb/server'
import { linkedAccountsAccess } from '../providers.access.ts'

/** Returns the accounts at providers, without tokens, for the data export. */
export const exportLinkedAccounts = (db: Db, userId: string) =>
  db
    .select({ provider: account.providerId, since: account.createdAt })
    .from(account)
    .where(and(eq(account.userId, userId), inArray(account.providerId, [...providerNames])))

/** Returns the provider accounts that sign the user in, oldest first. Any user, for themselves. */
export async function listLinkedAccounts(ctx: VerbContext) {
  const { userId } = authorize(ctx.actor, linkedAccountsAccess.list)
  const rows = await ctx.db
    .select({ id: account.id, provider: account.providerId, createdAt: account.createdAt })
    .from(account)
    .where(and(eq(account.userId, userId), inArray(account.providerId, [...providerNames])))
    .orderBy(account.createdAt, account.id)
  return { items: rows.map((row) => ({ ...row, provider: row.provider as ProviderName })), nextCursor: null }
}
