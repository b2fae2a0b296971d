import { and, eq, type SQLWrapper } from 'drizzle-orm'
import { type AccessRule, type SignedInActor, type WorkspaceRole, authorize } from '@plinth/core/access'
import { type Transaction, member, organization } from '@plinth/core/database/server'
import { AppError } from '@plinth/core/verb/server'
import { announceOrganization } from './organization-changes.server.ts'

export type Organization = typeof organization.$inferSelect
export type Entered = {
  /** With the role in that organization. */
  actor: SignedInActor
  organization: Organization
}

/**
 * Returns the actor with their role in an organization, by default the active one, for a verb that changes
 * it. Locks the organization, and announces the change. Throws not_found for unknown organizations and those
 * of others, with a token for all but its own, and forbidden if the rule denies the role.
 */
export async function enterOrganization(
  tx: Transaction,
  actor: SignedInActor,
  { rule, id = actor.workspace.organizationId }: { rule: AccessRule; id?: string | null },
): Promise<Entered> {
  if (actor.token && id !== actor.workspace.organizationId) throw new AppError('not_found', 'errors:notFound')
  const locked = id === null ? undefined : await lockOrganization(tx, id)
  const [own] = locked
    ? await tx
        .select({ role: member.role })
        .from(member)
        .where(and(eq(member.organizationId, locked.id), eq(member.userId, actor.userId)))
    : []
  if (!locked || !own) throw new AppError('not_found', 'errors:notFound')
  const role = own.role as WorkspaceRole
  const inside = { ...actor, workspace: { organizationId: locked.id, role } }
  const entered = { actor: authorize(inside, rule), organization: locked }
  await announceOrganization(tx, locked.id)
  return entered
}

/**
 * Locks the organization until the transaction ends, so that its members, invitations and name cannot change.
 * Read them after this call, not before.
 */
export async function lockOrganization(
  tx: Transaction,
  id: string | SQLWrapper,
): Promise<Organization | undefined> {
  const [row] = await tx.select().from(organization).where(eq(organization.id, id)).for('no key update')
  return row
}

/** Throws forbidden unless the actor is an owner and not impersonated. */
export function requireOwner(actor: SignedInActor): void {
  if (actor.workspace.role !== 'owner') throw new AppError('forbidden', 'organizations:errors.ownersOnly')
  if (actor.impersonatedBy !== null) throw new AppError('forbidden', 'errors:forbidden')
}
