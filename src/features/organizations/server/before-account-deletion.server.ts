import { and, asc, eq, ne } from 'drizzle-orm'
import type { Actor } from '#/core/access/actor.ts'
import { member } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { removeOrganization } from './delete-organization.server.ts'
import { lockOrganization } from './enter-organization.server.ts'

/**
 * Runs in the transaction that deletes an account, so that no organization is left without an owner. Deletes
 * organizations whose only member is the user. Throws conflict, with the name as `organization`, if the user
 * is the last owner of one with other members. Returns the ids of files whose bytes the caller deletes after
 * the commit.
 */
export async function beforeAccountDeletion(
  tx: Transaction,
  actor: Actor,
  userId: string,
): Promise<string[]> {
  const owned = await tx
    .select({ id: member.organizationId })
    .from(member)
    .where(and(eq(member.userId, userId), eq(member.role, 'owner')))
    .orderBy(asc(member.organizationId))
  const files: string[] = []
  for (const { id } of owned) {
    const locked = await lockOrganization(tx, id)
    const others = await tx
      .select({ role: member.role })
      .from(member)
      .where(and(eq(member.organizationId, id), ne(member.userId, userId)))
    if (!locked || others.some(({ role }) => role === 'owner')) continue
    if (others.length > 0)
      throw new AppError('conflict', 'organizations:errors.ownerOfOthers', { organization: locked.name })
    files.push(...(await removeOrganization(tx, actor, locked)))
  }
  return files
}
