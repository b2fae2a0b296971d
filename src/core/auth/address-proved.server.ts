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

// Anyone can sign up with somebody else's address. What was made before the first proof of it may be a
// stranger's, and goes with that proof. A mailed link that is opened in a browser without the account's
// session proves the mailbox, and not that its owner made the account: such an account makes no administrator
// and accepts no invitation but by its mail, and a reset or a provider takes its sign-in methods away once
// more.

/** What was shown together with the proof, and stays. */
export type ShownWithProof = { sessionId?: string; accountId?: string }

/**
 * The mailbox and the account are in one hand: a password chosen by mail, a mailed link or code in a browser
 * that is signed in. Marks the address verified, and who stands in ADMIN_EMAILS becomes an administrator;
 * nothing when both were known.
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
 * For a password chosen by mail: also takes away passkeys and providers of an account that nobody has shown
 * to be theirs until now.
 */
export async function ownerProvedByReset(tx: Transaction, userId: string): Promise<void> {
  const before = await lockUser(tx, userId)
  if (before?.emailVerified && before.provedElsewhere) await dropPasskeysAndProviders(tx, userId)
  await ownerProved(tx, userId)
}

/**
 * For users who come from a provider that has proof of the address. As long as nobody has shown the account
 * to be theirs, what was made before may be a stranger's: it goes as with the first proof, and the password
 * and mailed links with it.
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
 * The first proof of the address: what was made before it ends, but for what was shown with it and the
 * password.
 */
export async function firstProof(tx: Transaction, userId: string, shown: ShownWithProof): Promise<void> {
  await dropPasskeysAndProviders(tx, userId, shown.accountId)
  await tx.delete(twoFactor).where(eq(twoFactor.userId, userId))
  await tx.delete(totpUse).where(eq(totpUse.userId, userId))
  await tx.delete(knownDevice).where(eq(knownDevice.userId, userId))
  await tx.delete(accountDeletion).where(eq(accountDeletion.userId, userId))
  // Trusted devices, pending second factors and links to choose a password. Those to another address end
  // because this one is verified now.
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

/** The mailbox was shown in a browser that is not signed in to the account. */
export async function markProvedElsewhere(tx: Transaction, userId: string): Promise<void> {
  await tx.update(user).set({ provedElsewhere: true }).where(eq(user.id, userId))
}

/**
 * What follows from mailbox and account being in one hand; for callers that know it of the address as it is
 * now.
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
