import { eq } from 'drizzle-orm'
import { account, passkey, user } from '#/core/identity/identity.table.server.ts'
import { providerStates } from '#/core/auth/providers/provider-states.server.ts'
import type { ProviderName } from '#/core/auth/providers/providers.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { getEnv } from '#/core/env/env.server.ts'

/**
 * The user's password and providers, and how many methods sign them in, passkeys included. A provider that is
 * not set up here signs nobody in. Locks the user's row, so that two removals can't take the last two at
 * once.
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
