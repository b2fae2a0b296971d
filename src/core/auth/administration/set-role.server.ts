import { eq } from 'drizzle-orm'
import type { ApplicationRole, SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import {
  lockPerson,
  refuseLastAdministrator,
  refuseOnSelf,
  takeTurnAsAdministrator,
} from './administer.server.ts'
import { endBorrowedSessions } from './end-access.server.ts'

type RoleChange = { userId: string; role: ApplicationRole }

/**
 * Gives a person a role in the application, from their next request on; the role they have already changes
 * nothing. Who no longer administers no longer acts as anybody. For administrators; nobody demotes themselves
 * or the last one. Throws not_found, forbidden, conflict.
 */
export async function setRole(
  tx: Transaction,
  actor: SignedInActor,
  { userId, role }: RoleChange,
): Promise<void> {
  await takeTurnAsAdministrator(tx, actor)
  const person = await lockPerson(tx, userId)
  const roleBefore = person.role === 'admin' ? 'admin' : 'user'
  if (role === roleBefore) return
  refuseOnSelf(actor, userId)
  if (role !== 'admin') {
    await refuseLastAdministrator(tx, person)
    await endBorrowedSessions(tx, userId)
  }
  await tx.update(user).set({ role }).where(eq(user.id, userId))
  await writeAudit(tx, actor, {
    action: 'user.setRole',
    target: { type: 'user', id: userId },
    details: { role, roleBefore },
  })
}
