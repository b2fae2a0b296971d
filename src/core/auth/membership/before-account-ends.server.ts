import { and, asc, eq, ne } from 'drizzle-orm'
import type { Actor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { member, organization } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { lockOrganization } from './enter-organization.server.ts'
import { dropLogo } from './organization-logo.server.ts'

/**
 * To be called by whoever deletes an account, in that transaction and before the row goes: no organization is
 * left without an owner. One in which the person is alone goes with them. Throws conflict, with its name as
 * `organization`, while others work in one of which they are the last owner. Answers the ids of files whose
 * bytes are to be deleted once the transaction stands.
 */
export async function beforeAccountEnds(tx: Transaction, actor: Actor, userId: string): Promise<string[]> {
  const owned = await tx
    .select({ id: member.organizationId })
    .from(member)
    .where(and(eq(member.userId, userId), eq(member.role, 'owner')))
    .orderBy(asc(member.organizationId))
  const files: string[] = []
  for (const { id } of owned) {
    await lockOrganization(tx, id)
    const others = await tx
      .select({ role: member.role })
      .from(member)
      .where(and(eq(member.organizationId, id), ne(member.userId, userId)))
    if (others.some(({ role }) => role === 'owner')) continue
    const [row] = await tx.select().from(organization).where(eq(organization.id, id))
    if (!row) continue
    if (others.length > 0)
      throw new AppError('conflict', 'membership:ownerOfOthers', { organization: row.name })
    const logo = await dropLogo(tx, row.logo)
    if (logo) files.push(logo)
    await tx.delete(organization).where(eq(organization.id, id))
    const details = { name: row.name, slug: row.slug, members: 1 }
    await writeAudit(tx, actor, {
      action: 'organization.delete',
      target: { type: 'organization', id },
      details,
    })
  }
  return files
}
