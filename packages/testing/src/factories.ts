import { randomBytes } from 'node:crypto'
import { eq, type InferInsertModel, type InferSelectModel } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type SignedInActor, type WorkspaceRole, workspaceRoles } from '@plinth/core/access'
import { cookieName } from '@plinth/core/auth/server'
import { signedCookie } from '@plinth/core/internal/auth/cookies.server.ts'
import { type Db, member, organization, session, user, workspaceOf } from '@plinth/core/database/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { createId } from '@plinth/core/schema'

// Rows written directly to the tables, as test fixtures. Each call creates new ones, so that tests of a file
// do not interfere.

export type TestUser = typeof user.$inferSelect
export type TestOrganization = typeof organization.$inferSelect & {
  roles: ReadonlyMap<string, WorkspaceRole>
}

/** A user with a verified address and no password. */
export async function createUser(db: Db, values: Partial<typeof user.$inferInsert> = {}): Promise<TestUser> {
  const id = createId()
  return one(
    await db
      .insert(user)
      .values({
        id,
        name: 'Ada Lovelace',
        email: `${id}@example.com`,
        emailVerified: true,
        role: 'user',
        ...values,
      })
      .returning(),
  )
}

/** An organization with members: `createOrganization(db, { owner: ada, member: [ben, cleo] })`. */
export async function createOrganization(
  db: Db,
  users: Partial<Record<WorkspaceRole, TestUser | readonly TestUser[]>> = {},
): Promise<TestOrganization> {
  const id = createId()
  const row = one(
    await db
      .insert(organization)
      .values({ id, name: 'Acme', slug: `acme-${id}` })
      .returning(),
  )
  const roles = new Map<string, WorkspaceRole>()
  // Roles beside the ladder, too.
  const given = Object.keys(users) as WorkspaceRole[]
  for (const role of new Set([...workspaceRoles.toReversed(), ...given])) {
    for (const someUser of [users[role] ?? []].flat()) roles.set(someUser.id, role)
  }
  const members = [...roles].map(([userId, role]) => ({ id: createId(), organizationId: id, userId, role }))
  if (members.length > 0) await db.insert(member).values(members)
  return { ...row, roles }
}

/** An organization with one user per role, as actors in it. */
export async function createTeam(db: Db) {
  const [owner, admin, plain] = await Promise.all([createUser(db), createUser(db), createUser(db)])
  const team = await createOrganization(db, { owner, admin, member: plain })
  return {
    organization: team,
    owner: actorOf(owner, team),
    admin: actorOf(admin, team),
    member: actorOf(plain, team),
  }
}

/**
 * The user as verbs see them: in the organization with their role there, or in the personal workspace. Throws
 * when the user is not a member.
 */
export function actorOf(someUser: TestUser, active?: TestOrganization): SignedInActor {
  const role = active ? active.roles.get(someUser.id) : 'owner'
  if (!role) throw new Error(`${someUser.id} is no member of ${active?.id}`)
  return {
    kind: 'user',
    userId: someUser.id,
    sessionId: createId(),
    role: someUser.role === 'admin' ? 'admin' : 'user',
    emailVerified: someUser.emailVerified,
    workspace: { organizationId: active?.id ?? null, role },
    impersonatedBy: null,
  }
}

/** Starts a limit at `count`, so that a test need not make that many attempts. */
export async function countAttempts(db: Db, key: string, count: number): Promise<void> {
  await db.insert(limitCounter).values({ key, count, resetsAt: new Date(Date.now() + 600_000) })
}

type TestSession = { token: string; cookie(appUrl: string): string }

/** Makes every session of a user one in which an administrator impersonates them. */
export async function impersonate(db: Db, userId: string): Promise<void> {
  const admin = await createUser(db, { role: 'admin' })
  const own = { id: createId(), token: createId(), expiresAt: new Date(Date.now() + 86_400_000) }
  await db.insert(session).values({ ...own, userId: admin.id })
  await db
    .update(session)
    .set({ impersonatedBy: admin.id, impersonatorSessionId: own.id })
    .where(eq(session.userId, userId))
}

/**
 * Creates a session of that user in their active workspace. `cookie` returns the Cookie header of a browser
 * that has it at the URL of the application.
 */
export async function createSession(
  db: Db,
  someUser: SignedInActor,
  { secret, ...values }: { secret: string } & Partial<typeof session.$inferInsert>,
): Promise<TestSession> {
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(Date.now() + 86_400_000)
  const { impersonatedBy } = someUser
  // An impersonation belongs to a session of its administrator.
  const impersonatorSessionId = impersonatedBy === null ? null : createId()
  if (impersonatedBy !== null && impersonatorSessionId !== null)
    await db
      .insert(session)
      .values({ id: impersonatorSessionId, token: createId(), userId: impersonatedBy, expiresAt })
  await db.insert(session).values({
    id: createId(),
    token,
    userId: someUser.userId,
    activeOrganizationId: someUser.workspace.organizationId,
    expiresAt,
    impersonatedBy,
    impersonatorSessionId,
    ...values,
  })
  return {
    token,
    cookie(appUrl) {
      const name = cookieName('session', appUrl)
      return `${name}=${signedCookie(name, token, secret)}`
    },
  }
}

/** The only row that was written. */
export function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('Nothing was written')
  return row
}

type RowTable = PgTable & Record<'id' | 'organizationId' | 'ownerId' | 'createdById', PgColumn>

/** A row of a workspace by that user, in their active one. */
export async function addRow<Table extends RowTable>(
  db: Db,
  author: SignedInActor,
  { table, values }: { table: Table; values: Partial<InferInsertModel<Table>> },
): Promise<InferSelectModel<Table>> {
  const row = { id: createId(), ...workspaceOf(author), createdById: author.userId, ...values }
  const added = await db
    .insert(table)
    .values(row as InferInsertModel<Table>)
    .returning()
  return one(added as InferSelectModel<Table>[])
}
