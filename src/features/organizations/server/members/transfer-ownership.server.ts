import { and, eq } from 'drizzle-orm'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { authorize } from '#/core/access/access.ts'
import { member } from '#/core/identity/identity.table.server.ts'
import { cancelInvitationsBy } from '#/core/auth/membership/cancel-invitations.server.ts'
import { enterOrganization } from '#/core/auth/membership/enter-organization.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { organizationsAccess } from '#/features/organizations/organizations.access.ts'
import type { TransferInput } from '#/features/organizations/organizations.schema.ts'

/**
 * Makes that member an owner and the person an admin, in one step: the organization has an owner at every
 * moment. Owners of the active organization. Throws not_found, conflict when the member is an owner already.
 */
export async function transferOwnership(
  ctx: VerbContext,
  { memberId }: TransferInput,
): Promise<{ memberId: string }> {
  const rule = organizationsAccess.transferOwnership
  const asked = authorize(ctx.actor, rule)
  return ctx.db.transaction(async (tx) => {
    const { actor, organization } = await enterOrganization(tx, asked, { organizationId: undefined, rule })
    const inside = eq(member.organizationId, organization.id)
    const [target] = await tx
      .select()
      .from(member)
      .where(and(inside, eq(member.id, memberId)))
      // Their account may be ending right now: then there is nobody to pass it to.
      .for('update')
    if (!target) throw new AppError('not_found', 'errors:notFound')
    if (target.role === 'owner') throw new AppError('conflict', 'membership:alreadyOwner')
    await tx.update(member).set({ role: 'owner' }).where(eq(member.id, target.id))
    await tx
      .update(member)
      .set({ role: 'admin' })
      .where(and(inside, eq(member.userId, actor.userId)))
    await cancelInvitationsBy(tx, { organizationId: organization.id, userId: actor.userId }, 'owner')
    const details = { userId: target.userId, roleBefore: target.role }
    await writeAudit(tx, actor, {
      action: 'organization.transfer',
      target: { type: 'organization', id: organization.id },
      details,
    })
    return { memberId: target.id }
  })
}
