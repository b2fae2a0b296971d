import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { check, text, type PgColumn } from 'drizzle-orm/pg-core'
import { organization, user } from '#/core/auth/auth.table.server.ts'
import type { SignedInActor } from './actor.ts'

/**
 * The columns by which a row belongs to a workspace: exactly one of the two is set. Both end with their workspace.
 * Spread into a table together with `workspaceCheck`.
 */
export const workspaceColumns = {
  organizationId: text('organization_id').references(() => organization.id, { onDelete: 'cascade' }),
  /** Set for rows of a personal workspace only. */
  ownerId: text('owner_id').references(() => user.id, { onDelete: 'cascade' }),
}

type WorkspaceTable = { organizationId: PgColumn; ownerId: PgColumn }

export const workspaceCheck = (name: string, table: WorkspaceTable) =>
  check(`${name}_workspace_check`, sql`num_nonnulls(${table.organizationId}, ${table.ownerId}) = 1`)

/** The SQL condition every tenant query carries: rows of the actor's active workspace only. */
export function inWorkspace(table: WorkspaceTable, actor: SignedInActor): SQL {
  const { organizationId } = actor.workspace
  const condition =
    organizationId === null ? and(isNull(table.organizationId), eq(table.ownerId, actor.userId)) : eq(table.organizationId, organizationId)
  return condition ?? sql`false`
}

/** The column values that put a new row into the actor's active workspace. */
export function workspaceOf(actor: SignedInActor): { organizationId: string | null; ownerId: string | null } {
  const { organizationId } = actor.workspace
  return { organizationId, ownerId: organizationId === null ? actor.userId : null }
}
