import { and, eq, type SQLWrapper } from 'drizzle-orm'
import { authorize, type AccessRule } from '#/core/access/access.ts'
import { workspaceRoles, type SignedInActor } from '#/core/access/actor.ts'
import { member, organization } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'

export type Organization = typeof organization.$inferSelect
export type Entered = {
  /** With the role held in that organization. */
  actor: SignedInActor
  organization: Organization
}

/**
 * The actor inside an organization, the active one unless `id` names another, if the rule lets the role held
 * there pass. Locks the organization. Throws not_found for a foreign organization as for an unknown one,
 * forbidden.
 */
export async function enterOrganization(
  tx: Transaction,
  actor: SignedInActor,
  { rule, id = actor.workspace.organizationId }: { rule: AccessRule; id?: string | null },
): Promise<Entered> {
  const locked = id === null ? undefined : await lockOrganization(tx, id)
  const [own] = locked
    ? await tx
        .select({ role: member.role })
        .from(member)
        .where(and(eq(member.organizationId, locked.id), eq(member.userId, actor.userId)))
    : []
  const role = workspaceRoles.find((known) => known === own?.role)
  if (!locked || !role) throw new AppError('not_found', 'errors:notFound')
  const inside = { ...actor, workspace: { organizationId: locked.id, role } }
  return { actor: authorize(inside, rule), organization: locked }
}

/**
 * Waits until no other transaction changes the members, invitations or name of the organization, and keeps it
 * so to the end of this one. Read them after this: what was read before may have changed meanwhile.
 */
export async function lockOrganization(
  tx: Transaction,
  id: string | SQLWrapper,
): Promise<Organization | undefined> {
  const [row] = await tx.select().from(organization).where(eq(organization.id, id)).for('no key update')
  return row
}

/** Owners are made, removed and invited by owners, and by nobody in their name. */
export function requireOwner(actor: SignedInActor): void {
  if (actor.workspace.role !== 'owner') throw new AppError('forbidden', 'organizations:errors.ownersOnly')
  if (actor.impersonatedBy !== null) throw new AppError('forbidden', 'errors:forbidden')
}
