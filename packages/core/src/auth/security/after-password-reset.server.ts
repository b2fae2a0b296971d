import { eq } from 'drizzle-orm'
import { anonymous } from '#/access/actor.ts'
import { writeAudit } from '#/audit/audit.server.ts'
import { ownerProvedByReset } from '#/auth/address-proved.server.ts'
import { revokeAccess } from '#/auth/administration/revoke-access.server.ts'
import { authTransaction } from '#/auth/auth-context.server.ts'
import { mailUser, type Recipient } from '#/auth/mail-user.server.ts'
import { accountDeletion } from '#/identity/account-deletion.table.server.ts'
import { passwordGuessesOf } from '#/auth/password.server.ts'
import { clearLimit } from '#/limits/limits.server.ts'
import { createId } from '#/lib/create-id.ts'

/**
 * A reset proves the mailbox: verifies the address and revokes all earlier sessions, trusted devices and
 * mailed links.
 */
export async function afterPasswordReset(user: Recipient & { id: string }): Promise<void> {
  const { tx } = authTransaction()
  await revokeAccess(tx, user.id)
  // A scheduled deletion stays, and can be canceled on every page; its mailed link expires like all others.
  await tx
    .update(accountDeletion)
    .set({ cancelDigest: createId() })
    .where(eq(accountDeletion.userId, user.id))
  await writeAudit(tx, anonymous, {
    action: 'user.resetPassword',
    actorId: user.id,
    target: { type: 'user', id: user.id },
  })
  await ownerProvedByReset(tx, user.id)
  // A stranger's guesses may have locked the user out.
  await clearLimit(tx, passwordGuessesOf(user.email))
  await mailUser(tx, user, { template: 'passwordChanged', params: {} })
}
