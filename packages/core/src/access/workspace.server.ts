import { and, eq, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm'
import { check, text, type PgColumn } from 'drizzle-orm/pg-core'
import { organization, user } from '#/identity/identity.table.server.ts'
import type { Transaction } from '#/db/database.server.ts'
import type { SignedInActor } from './actor.ts'

/**
 * The columns that tie a row to its workspace: exactly one of the two is set, and the row is deleted with its
 * workspace. Spread into a table together with `workspaceCheck`.
 */
export const workspaceColumns = {
  organizationId: text('organization_id').references(() => organization.id, { onDelete: 'cascade' }),
  /** Only set for rows of a personal workspace. */
  ownerId: text('owner_id').references(() => user.id, { onDelete: 'cascade' }),
}

type WorkspaceTable = { organizationId: PgColumn; ownerId: PgColumn }

export const workspaceCheck = (name: string, table: WorkspaceTable) =>
  check(`${name}_workspace_check`, sql`num_nonnulls(${table.organizationId}, ${table.ownerId}) = 1`)

/** The SQL condition of every tenant query: rows of the actor's active workspace only. */
export function inWorkspace(
  table: WorkspaceTable,
  { userId, workspace: { organizationId } }: SignedInActor,
): SQL {
  return ofWorkspace(table, organizationId === null ? { userId } : { organizationId })
}

/** `inWorkspace` for a `preparedQuery`, per kind of workspace. `execute` takes the ids of `workspaceIds`. */
export function inPreparedWorkspace(table: WorkspaceTable, kind: WorkspaceKind): SQL {
  return ofWorkspace(
    table,
    kind === 'personal'
      ? { userId: sql.placeholder('userId') }
      : { organizationId: sql.placeholder('organizationId') },
  )
}

export type WorkspaceKind = 'personal' | 'organization'
/** The kind of the actor's active workspace, which selects the variant of a prepared query. */
export const kindOfWorkspace = ({ workspace }: SignedInActor): WorkspaceKind =>
  workspace.organizationId === null ? 'personal' : 'organization'
/** The values of the placeholders of `inPreparedWorkspace`. */
export const workspaceIds = ({ userId, workspace: { organizationId } }: SignedInActor) => ({
  userId,
  organizationId,
})

type Id = string | Placeholder
function ofWorkspace(table: WorkspaceTable, of: { userId: Id } | { organizationId: Id }): SQL {
  const condition =
    'userId' in of
      ? and(isNull(table.organizationId), eq(table.ownerId, of.userId))
      : eq(table.organizationId, of.organizationId)
  return condition ?? sql`false`
}

/** The column values that put a new row into the actor's active workspace. */
export function workspaceOf(actor: SignedInActor): { organizationId: string | null; ownerId: string | null } {
  const { organizationId } = actor.workspace
  return { organizationId, ownerId: organizationId === null ? actor.userId : null }
}

/**
 * Keeps an organization and a user from being deleted until the transaction ends. Call it before you lock a
 * row of theirs in a transaction that also inserts rows: an insert takes these locks by itself, but then in
 * the opposite order of a deletion, and one of the two fails.
 */
export async function holdOwners(
  tx: Transaction,
  { organizationId, userId }: { organizationId: string | null; userId: string | null },
): Promise<void> {
  if (organizationId !== null)
    await tx
      .select({ id: organization.id })
      .from(organization)
      .where(eq(organization.id, organizationId))
      .for('key share')
  if (userId !== null) await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('key share')
}
