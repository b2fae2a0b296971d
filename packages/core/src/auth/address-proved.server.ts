import { eq } from 'drizzle-orm'
import { anonymous } from '#/access/actor.ts'
import { writeAudit } from '#/audit/audit.server.ts'
import { makeAdministrator } from '#/auth/administration/make-administrator.server.ts'
import type { Transaction } from '#/db/database.server.ts'
import { getEnv } from '#/env/env.server.ts'
import { user } from '#/identity/identity.table.server.ts'
import { endCredentials, type CredentialEvent, type Kept } from './user-columns.server.ts'

// Anyone can sign up with someone else's address. What was created before the owner of the mailbox was known
// may be a stranger's, so the owner's first proof ends it. Which credentials end is declared with each
// (user-columns.server.ts). A mailed link opened in a browser without the account's session proves access to
// the mailbox, not that its owner created the account. Such an account never becomes an administrator, can
// accept an invitation only through its mail, and loses its credentials again at a password reset or a
// sign-in with a provider.

/**
 * Records that the user controls both the account and its mailbox: they used a mailed link or code while
 * signed in, which `kept` names. Marks the address as verified and promotes users listed in ADMIN_EMAILS to
 * administrator. Does nothing when both were already known.
 */
export async function ownerProved(tx: Transaction, userId: string, kept: Kept = {}): Promise<void> {
  const before = await lockUnknownOwner(tx, userId)
  if (!before) return
  if (!before.emailVerified) await firstProof(tx, userId, kept)
  await ownerKnown(tx, before)
}

/** The same for a password set by mail, which needs no session: nothing created before it is kept. */
export async function ownerProvedByReset(tx: Transaction, userId: string): Promise<void> {
  await replaceOwner(tx, 'ownerProof', { userId })
}

/**
 * The same for a sign-in with a provider that has verified the address. It needs no password, so that one and
 * the mailed links end too.
 */
export async function ownerProvedByProvider(tx: Transaction, userId: string, kept: Kept): Promise<void> {
  await replaceOwner(tx, 'providerProof', { userId, kept })
}

async function replaceOwner(
  tx: Transaction,
  proof: CredentialEvent,
  { userId, kept }: { userId: string; kept?: Kept },
): Promise<void> {
  const before = await lockUnknownOwner(tx, userId)
  if (!before) return
  await endCredentials(tx, proof, { userId, kept })
  if (!before.emailVerified) await verified(tx, userId)
  await ownerKnown(tx, before)
}

/** Marks the address as verified and ends the credentials created before, without what `kept` names. */
export async function firstProof(tx: Transaction, userId: string, kept: Kept): Promise<void> {
  await endCredentials(tx, 'ownerProof', { userId, kept })
  await verified(tx, userId)
}

async function verified(tx: Transaction, userId: string): Promise<void> {
  await tx.update(user).set({ emailVerified: true }).where(eq(user.id, userId))
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
  await makeAdministrator(tx, id)
  await writeAudit(tx, anonymous, { action: 'user.promote', actorId: id, target: { type: 'user', id } })
}

/** Locks and returns the user; undefined when their address is verified and its owner known. */
async function lockUnknownOwner(tx: Transaction, userId: string) {
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
  return row && (!row.emailVerified || row.provedElsewhere) ? row : undefined
}
