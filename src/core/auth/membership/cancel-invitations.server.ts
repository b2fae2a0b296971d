import { and, eq } from 'drizzle-orm'
import type { WorkspaceRole } from '#/core/access/actor.ts'
import { invitation } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'

/**
 * An invitation is as good as who sent it: takes back what the person has sent and is not answered yet, or of
 * it only those to `role`. The caller holds the organization.
 */
export async function cancelInvitationsBy(
  tx: Transaction,
  { organizationId, userId }: { organizationId: string; userId: string },
  role?: WorkspaceRole,
): Promise<void> {
  const open = and(
    eq(invitation.organizationId, organizationId),
    eq(invitation.inviterId, userId),
    eq(invitation.status, 'pending'),
  )
  await tx
    .update(invitation)
    .set({ status: 'canceled' })
    .where(and(open, role && eq(invitation.role, role)))
}
