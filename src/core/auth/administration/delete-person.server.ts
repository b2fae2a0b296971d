import { and, eq, inArray } from 'drizzle-orm'
import type { Actor, SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { member, user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { file } from '#/core/storage/file.table.server.ts'
import { AppError } from '#/lib/app-error.ts'
import {
  lockAdministrators,
  lockUser,
  refuseLastAdministrator,
  refuseOnSelf,
  lockAsAdministrator,
} from './lock-administrators.server.ts'
import { endAccess } from './end-access.server.ts'

/**
 * What slices do before an account is deleted, in that transaction. Answers the ids of files whose bytes are to be
 * deleted once it is committed. May throw conflict.
 */
export type BeforeDeletion = (tx: Transaction, actor: Actor, userId: string) => Promise<string[]>

type Deletion = { userId: string; beforeDeletion: BeforeDeletion }

/**
 * Deletes a user with all that is theirs alone. For administrators; nobody deletes themselves this way.
 * Answers the ids of files whose bytes are to be deleted once this is committed. Throws as endAccount does.
 */
export async function deletePerson(
  tx: Transaction,
  actor: SignedInActor,
  deletion: Deletion,
): Promise<string[]> {
  refuseOnSelf(actor, deletion.userId)
  await lockAsAdministrator(tx, actor)
  return endAccount(tx, actor, deletion)
}

/**
 * The end of an account, by anyone who was authorized to it: sessions and streams end, what the user wrote in
 * organizations stays without a name, the log keeps the id and nothing else. Answers the ids of files whose
 * bytes are to be deleted once this is committed. Throws not_found, and conflict for the last administrator
 * or the last owner of an organization in which others work.
 */
export async function endAccount(
  tx: Transaction,
  actor: Actor,
  { userId, beforeDeletion }: Deletion,
): Promise<string[]> {
  await lockAdministrators(tx)
  const owned = await ownedBy(tx, userId)
  // Before the user's row is locked: verbs of an organization lock that first, and the user after it.
  const filesOfSlices = await beforeDeletion(tx, actor, userId)
  const person = await lockUser(tx, userId)
  await refuseLastAdministrator(tx, person)
  // An organization that came to them in the meantime was looked at by nobody.
  await tx.select({ id: member.id }).from(member).where(eq(member.userId, userId)).for('update')
  const ownedNow = await ownedBy(tx, userId)
  if (ownedNow.some((id) => !owned.includes(id))) throw new AppError('conflict', 'errors:conflict')
  const files = await dropOwnFiles(tx, userId)
  await endAccess(tx, userId)
  await tx.delete(user).where(eq(user.id, userId))
  await writeAudit(tx, actor, { action: 'user.delete', target: { type: 'user', id: userId } })
  return [...filesOfSlices, ...files]
}

async function ownedBy(tx: Transaction, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: member.organizationId, role: member.role })
    .from(member)
    .where(eq(member.userId, userId))
  return rows.flatMap(({ id, role }) => (role === 'owner' ? [id] : []))
}

// A picture, and copies of the user's own content made for them.
const PERSONAL_PURPOSES = ['profile-image', 'account-export']

/** The files that are nobody else's; those that belong to an organization's content stay with it. */
async function dropOwnFiles(tx: Transaction, userId: string): Promise<string[]> {
  const gone = await tx
    .delete(file)
    .where(and(eq(file.uploadedById, userId), inArray(file.purpose, PERSONAL_PURPOSES)))
    .returning({ id: file.id })
  return gone.map(({ id }) => id)
}
