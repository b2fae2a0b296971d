import { count, eq, inArray } from 'drizzle-orm'
import { account, passkey, user } from '#/core/auth/auth.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { getEnv } from '#/core/env/env.server.ts'
import { providerStates } from './provider-states.server.ts'
import type { ProviderName } from './providers.ts'

export type WaysIn = { accounts: (typeof account.$inferSelect)[]; total: number }

/**
 * Every way in the person has: a password, providers that are set up here, passkeys. Holds the person's row
 * until the transaction ends, so that whoever takes one away by this count never takes the last two at once.
 */
export async function readWaysIn(tx: Transaction, userId: string): Promise<WaysIn> {
  await tx
    .select({ id: user.id })
    .from(user)
    .where(inArray(user.id, [userId]))
    .for('update')
  const states = providerStates(getEnv())
  const accounts = await tx.select().from(account).where(eq(account.userId, userId))
  const [passkeys] = await tx.select({ number: count() }).from(passkey).where(eq(passkey.userId, userId))
  const usable = accounts.filter((row) => isUsable(row, states))
  return { accounts, total: usable.length + (passkeys?.number ?? 0) }
}

/** A password was set, or the provider is set up. */
export function isUsable(
  { providerId, password }: typeof account.$inferSelect,
  states = providerStates(getEnv()),
): boolean {
  return providerId === 'credential' ? password !== null : states[providerId as ProviderName] === 'on'
}
