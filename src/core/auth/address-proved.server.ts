import { and, eq, ne, or, sql } from 'drizzle-orm'
import { anonymous } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { deleteSessions } from '#/core/auth/administration/revoke-access.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { getEnv } from '#/core/env/env.server.ts'
import {
  account,
  passkey,
  session,
  twoFactor,
  user,
  verification,
} from '#/core/identity/identity.table.server.ts'
import { accountDeletion } from '#/core/identity/account-deletion.table.server.ts'
import { knownDevice, totpUse } from './security/security.table.server.ts'

// Anyone can sign up with someone else's address. What was created before the address was first proved may be
// a stranger's, so `firstProof` deletes it. A mailed link opened in a browser without the account's session
// proves access to the mailbox, not that its owner created the account. Such an account never becomes an
// administrator, can accept an invitation only through its mail, and loses its sign-in methods again at a
// password reset or a sign-in with a provider.

/** The session or provider account that presented the proof. It is kept. */
export type ShownWithProof = { sessionId?: string; accountId?: string }

/**
 * Records that the user controls both the account and its mailbox: they set a password by mail, or used a
 * mailed link or code while signed in. Marks the address as verified and promotes users listed in
 * ADMIN_EMAILS to administrator. Does nothing when both were already known.
 */
export async function ownerProved(
  tx: Transaction,
  userId: string,
  shown: ShownWithProof = {},
): Promise<void> {
  const before = await lockUser(tx, userId)
  if (!before || (before.emailVerified && !before.provedElsewhere)) return
  if (!before.emailVerified) await firstProof(tx, userId, shown)
  await ownerKnown(tx, before)
}

/**
 * The same for a password set by mail; also deletes passkeys and providers of a verified account whose owner
 * was not known until now.
 */
export async function ownerProvedByReset(tx: Transaction, userId: string): Promise<void> {
  const before = await lockUser(tx, userId)
  if (before?.emailVerified && before.provedElsewhere) await dropPasskeysAndProviders(tx, userId)
  await ownerProved(tx, userId)
}

/**
 * The same for a sign-in with a provider that has verified the address. Credentials of an account whose owner
 * is not known yet may be a stranger's: deletes what `firstProof` deletes, and also the password and mailed
 * links.
 */
export async function ownerProvedByProvider(
  tx: Transaction,
  userId: string,
  shown: ShownWithProof,
): Promise<void> {
  const before = await lockUser(tx, userId)
  if (!before || (before.emailVerified && !before.provedElsewhere)) return
  await firstProof(tx, userId, shown)
  await tx.delete(account).where(and(eq(account.userId, userId), eq(account.providerId, 'credential')))
  await tx
    .update(user)
    .set({ securityStamp: sql`gen_random_uuid()::text` })
    .where(eq(user.id, userId))
  await ownerKnown(tx, before)
}

/**
 * Marks the address as verified and deletes what was created before: sign-in methods, devices, sessions, a
 * scheduled deletion. Keeps the password and what `shown` names.
 */
export async function firstProof(tx: Transaction, userId: string, shown: ShownWithProof): Promise<void> {
  await dropPasskeysAndProviders(tx, userId, shown.accountId)
  await tx.delete(twoFactor).where(eq(twoFactor.userId, userId))
  await tx.delete(totpUse).where(eq(totpUse.userId, userId))
  await tx.delete(knownDevice).where(eq(knownDevice.userId, userId))
  await tx.delete(accountDeletion).where(eq(accountDeletion.userId, userId))
  // Trusted devices, pending second factors and password reset links. Links sent to another address become
  // invalid because this one is verified now.
  await tx.delete(verification).where(eq(verification.value, userId))
  const own = and(eq(session.userId, userId), ne(session.id, shown.sessionId ?? ''))
  await deleteSessions(tx, or(own, eq(session.impersonatedBy, userId)))
  await tx.update(user).set({ emailVerified: true, twoFactorEnabled: false }).where(eq(user.id, userId))
  await writeAudit(tx, anonymous, {
    action: 'user.verifyEmail',
    actorId: userId,
    target: { type: 'user', id: userId },
  })
}

/** Records that the mailbox was proved in a browser that is not signed in to the account. */
export async function markProvedElsewhere(tx: Transaction, userId: string): Promise<void> {
  await tx.update(user).set({ provedElsewhere: true }).where(eq(user.id, userId))
}

/**
 * Marks the account's owner as known and promotes users listed in ADMIN_EMAILS. The caller must have proof
 * for the current address.
 */
export async function ownerKnown(
  tx: Transaction,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await tx.update(user).set({ provedElsewhere: false }).where(eq(user.id, id))
  if (!getEnv().ADMIN_EMAILS.includes(email.toLowerCase())) return
  await tx.update(user).set({ role: 'admin' }).where(eq(user.id, id))
  await writeAudit(tx, anonymous, { action: 'user.promote', actorId: id, target: { type: 'user', id } })
}

async function lockUser(tx: Transaction, userId: string) {
  const [row] = await tx
    .select({
      id: user.id,
      email: user.email,
      emailVerified: user.emailVerified,
      provedElsewhere: user.provedElsewhere,
    })
    .from(user)
    .where(eq(user.id, userId))
    .for('update')
  return row
}

async function dropPasskeysAndProviders(
  tx: Transaction,
  userId: string,
  exceptAccountId = '',
): Promise<void> {
  await tx.delete(passkey).where(eq(passkey.userId, userId))
  const providers = and(
    eq(account.userId, userId),
    ne(account.providerId, 'credential'),
    ne(account.id, exceptAccountId),
  )
  await tx.delete(account).where(providers)
}
