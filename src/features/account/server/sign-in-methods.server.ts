import { eq } from 'drizzle-orm'
import { account, passkey, user } from '#/core/identity/identity.table.server.ts'
import { providerStates } from '#/core/auth/providers/provider-states.server.ts'
import type { ProviderName } from '#/core/auth/providers/providers.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { getEnv } from '#/core/env/env.server.ts'

/**
 * Returns the user's password and provider accounts, and the number of usable sign-in methods, including
 * passkeys. A provider that is not configured here is not usable. Locks the user's row, so that concurrent
 * removals can't take the last two.
 */
export async function lockSignInMethods(tx: Transaction, userId: string) {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('update')
  const states = providerStates(getEnv())
  const rows = await tx.select().from(account).where(eq(account.userId, userId))
  const accounts = rows.map((row) => ({
    id: row.id,
    provider: row.providerId,
    isUsable:
      row.providerId === 'credential'
        ? row.password !== null
        : states[row.providerId as ProviderName] === 'on',
  }))
  const passkeys = await tx.$count(passkey, eq(passkey.userId, userId))
  return { accounts, total: accounts.filter(({ isUsable }) => isUsable).length + passkeys }
}
