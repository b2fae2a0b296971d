import { anonymous } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { addressProved } from '#/core/auth/address-proved.server.ts'
import { mailPasswordChanged, type Recipient } from '#/core/auth/auth-mails.server.ts'
import { passwordGuessesOf } from '#/core/auth/password.server.ts'
import { clearLimit } from '#/core/limits/limits.server.ts'
import { requireAmbientTransaction } from './require-transaction.server.ts'
import { endTrust } from './second-factor-guards.server.ts'

/** A reset proves the mailbox: it verifies the address, and every older link and trusted device of the person ends with it. */
export async function afterPasswordReset(user: Recipient): Promise<void> {
  const tx = requireAmbientTransaction()
  await endTrust(tx, user.id)
  await writeAudit(tx, anonymous, { action: 'user.resetPassword', actorId: user.id, target: { type: 'user', id: user.id } })
  await addressProved(tx, user)
  // Whoever was kept out by a stranger's guesses comes back this way.
  await clearLimit(tx, passwordGuessesOf(user.email))
  await mailPasswordChanged(user)
}
