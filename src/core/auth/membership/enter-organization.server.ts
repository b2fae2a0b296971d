import { and, count, eq } from 'drizzle-orm'
import { authorize, type AccessRule } from '#/core/access/access.ts'
import { workspaceRoles, type SignedInActor, type WorkspaceRole } from '#/core/access/actor.ts'
import { member, organization } from '#/core/identity/identity.table.server.ts'
import type { Db, Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'

type Wanted = {
  /** Undefined is the active workspace. */
  organizationId: string | undefined
  rule: AccessRule
  /** Said when that is the personal one. */
  inPersonal?: string
}

export type Entered = {
  /** The person with the role held in that organization. */
  actor: SignedInActor
  organization: typeof organization.$inferSelect
}

/**
 * The person inside the organization that is addressed, if the rule lets that role pass. Until the
 * transaction ends nobody else changes its members, invitations or name: they all come through here. Throws
 * not_found for an unknown organization as for a foreign one, invalid in the personal workspace, forbidden.
 */
export async function enterOrganization(
  tx: Transaction,
  actor: SignedInActor,
  wanted: Wanted,
): Promise<Entered> {
  const id = addressed(actor, wanted)
  await lockOrganization(tx, id)
  return roleIn(tx, actor, { id, rule: wanted.rule })
}

/** The same for who only looks, waiting for nobody. */
export async function lookIntoOrganization(db: Db, actor: SignedInActor, wanted: Wanted): Promise<Entered> {
  return roleIn(db, actor, { id: addressed(actor, wanted), rule: wanted.rule })
}

/**
 * Waits until no other transaction changes the organization's members, invitations or name, and keeps it so
 * to the end of this one.
 */
export async function lockOrganization(tx: Transaction, id: string): Promise<void> {
  await tx
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, id))
    .for('no key update')
}

function addressed(actor: SignedInActor, { organizationId, inPersonal }: Wanted): string {
  const id = organizationId ?? actor.workspace.organizationId
  if (id === null)
    throw new AppError('invalid', inPersonal ?? 'membership:personalWorkspace', { field: 'organizationId' })
  return id
}

async function roleIn(
  db: Db,
  actor: SignedInActor,
  { id, rule }: { id: string; rule: AccessRule },
): Promise<Entered> {
  const [row] = await db
    .select({ organization, role: member.role })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(eq(member.organizationId, id), eq(member.userId, actor.userId)))
  const role = workspaceRoles.find((known) => known === row?.role)
  if (!row || !role) throw new AppError('not_found', 'errors:notFound')
  const inside = { ...actor, workspace: { organizationId: id, role } }
  return { actor: authorize(inside, rule), organization: row.organization }
}

/** How many people are in it; stays true while the organization is held. */
export async function countMembers(db: Db, organizationId: string, role?: WorkspaceRole): Promise<number> {
  const [row] = await db
    .select({ people: count() })
    .from(member)
    .where(and(eq(member.organizationId, organizationId), role && eq(member.role, role)))
  return row?.people ?? 0
}

/** Owners are made, removed and invited by owners, and by nobody in their name. */
export function refuseUnlessOwner(actor: SignedInActor): void {
  if (actor.workspace.role !== 'owner') throw new AppError('forbidden', 'membership:ownersOnly')
  if (actor.impersonatedBy !== null) throw new AppError('forbidden', 'errors:forbidden')
}
