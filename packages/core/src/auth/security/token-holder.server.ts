import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Token, Workspace, WorkspaceRole } from '#/access/actor.ts'
import { planColumn, planOf } from '#/access/plan.server.ts'
import type { Db } from '#/db/database.server.ts'
import { member, user } from '#/identity/identity.table.server.ts'

/** A kind of token with which programs act for a user. */
export type Tokens = {
  /**
   * Reads the holder of a token with their present role, in one query. Undefined for one that has ended or is
   * for something else than the audience, a URL, and for text that is no such token.
   */
  read(db: Db, token: string, audience: string): Promise<TokenHolder | undefined>
  /** Records that the token with this id was used, to the hour. */
  recordUse(db: Db, id: string): Promise<unknown>
}

/** A user, and what a token lets a program do for them. */
export type TokenHolder = {
  userId: string
  emailVerified: boolean
  workspace: Workspace
  token: Omit<Token, 'actions'>
  scopes: readonly string[]
  /** Whether the last recorded use is older than an hour. */
  isUseDue: boolean
}

/** What tokens belong to: a user in one workspace. */
type Owned = PgTable & { id: PgColumn; userId: PgColumn; organizationId: PgColumn; lastUsedAt: PgColumn }

/** What `holderOf` reads, for a query of tokens that joins `user` and, by `membershipOf`, `member`. */
export const holderColumns = <Table extends Owned>(table: Table) => ({
  id: table.id as Table['id'],
  organizationId: table.organizationId as Table['organizationId'],
  userId: user.id,
  emailVerified: user.emailVerified,
  memberRole: member.role,
  plan: planColumn({ organizationId: table.organizationId, userId: user.id }),
  isUseDue: sql<boolean>`${table.lastUsedAt} is null or ${table.lastUsedAt} < now() - interval '1 hour'`,
})

/** The membership that tokens end with. */
export const membershipOf = (table: Owned): SQL | undefined =>
  and(eq(member.userId, table.userId), eq(member.organizationId, table.organizationId))

type Row = Omit<TokenHolder, 'workspace' | 'token'> & {
  id: string
  name: string | null
  organizationId: string | null
  memberRole: string | null
  plan: string | null
}

/** Undefined without the membership. */
export function holderOf(kind: Token['kind'], row: Row): TokenHolder | undefined {
  const { id, name, organizationId, memberRole, plan, ...holder } = row
  const role = organizationId === null ? 'owner' : (memberRole as WorkspaceRole | null)
  if (role === null) return undefined
  return {
    ...holder,
    workspace: { organizationId, role, ...planOf(plan) },
    token: { id, kind, name: name ?? '' },
  }
}

export const recordUse = (db: Db, table: Owned, id: string) =>
  db.execute(sql`update ${table} set last_used_at = date_trunc('hour', now()) where ${table.id} = ${id}`)
