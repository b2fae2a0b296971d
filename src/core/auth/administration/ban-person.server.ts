import { eq } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import {
  lockPerson,
  refuseLastAdministrator,
  refuseOnSelf,
  takeTurnAsAdministrator,
} from './administer.server.ts'
import { mailBan } from './administration-mails.server.ts'
import { endAccess } from './end-access.server.ts'

type Ban = { userId: string; reason: string; expiresAt: Date }

/**
 * Bans a person until a moment in the future: none of their sessions answers any more, on any instance, and
 * they are told by mail. A second ban replaces the first. For administrators, who have been authorized;
 * nobody bans themselves or the last administrator. Throws not_found, forbidden, conflict.
 */
export async function banPerson(
  tx: Transaction,
  actor: SignedInActor,
  { userId, reason, expiresAt }: Ban,
): Promise<void> {
  refuseOnSelf(actor, userId)
  await takeTurnAsAdministrator(tx, actor)
  const person = await lockPerson(tx, userId)
  await refuseLastAdministrator(tx, person)
  await tx
    .update(user)
    .set({ banned: true, banReason: reason, banExpires: expiresAt })
    .where(eq(user.id, userId))
  await endAccess(tx, userId)
  const details = { reason, expiresAt: expiresAt.toISOString() }
  await writeAudit(tx, actor, { action: 'user.ban', target: { type: 'user', id: userId }, details })
  await mailBan(tx, person, { reason, expiresAt })
}

/** Lifts a ban; who is not banned stays so, and nothing is written. For administrators. Throws not_found. */
export async function unbanPerson(tx: Transaction, actor: SignedInActor, userId: string): Promise<void> {
  await takeTurnAsAdministrator(tx, actor)
  const person = await lockPerson(tx, userId)
  if (!person.banned) return
  await tx.update(user).set({ banned: false, banReason: null, banExpires: null }).where(eq(user.id, userId))
  await writeAudit(tx, actor, { action: 'user.unban', target: { type: 'user', id: userId } })
}
