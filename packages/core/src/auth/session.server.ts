import { and, eq, sql, type SQL } from 'drizzle-orm'
import { anonymous, type Actor, type WorkspaceRole } from '#/access/actor.ts'
import { planColumn, planOf } from '#/access/plan.server.ts'
import { databaseFailure } from '#/db/database-error.server.ts'
import type { Db } from '#/db/database.server.ts'
import { preparedQuery } from '#/db/prepared-query.server.ts'
import { member, session, user } from '#/identity/identity.table.server.ts'
import { isBanned } from './is-banned.server.ts'
import { isUnexpired } from './is-unexpired.server.ts'
import { ageOfVerifyCode } from './security/verify-code.server.ts'
import { accountDeletion } from '#/identity/account-deletion.table.server.ts'
import { userPreference } from '#/identity/user-preference.table.server.ts'
import type { AuthCookies } from './cookies.server.ts'
import type { PendingSecondFactor, Viewer } from './viewer.ts'

export type SignedIn = {
  actor: Actor
  viewer: Viewer | null
  /** Set while the second factor is pending; `viewer` is null then. */
  pendingSecondFactor?: PendingSecondFactor
  /** The browser still has the cookie of a session that has ended. */
  isOver?: boolean
}
type ReadPending = (db: Db, cookies: AuthCookies) => Promise<PendingSecondFactor | undefined>

let readPending: ReadPending | undefined

/**
 * Provides the reading of a sign-in of this browser that waits for its second factor.
 * @public
 */
export function providePendingSecondFactor(given: ReadPending): void {
  readPending = given
}

/** A sign-in of this browser that waits for its second factor, if a feature asks for one. */
export const readPendingSecondFactor: ReadPending = async (db, cookies) => readPending?.(db, cookies)

export const signedOut: SignedIn = { actor: anonymous, viewer: null }

const sessionsWhere = (db: Db, hasToken: SQL) =>
  db
    .select({
      token: session.token,
      sessionId: session.id,
      impersonatedBy: session.impersonatedBy,
      organizationId: session.activeOrganizationId,
      memberRole: member.role,
      plan: planColumn({ organizationId: member.organizationId, userId: user.id }),
      userId: user.id,
      name: user.name,
      email: user.email,
      image: user.image,
      emailVerified: user.emailVerified,
      role: user.role,
      language: user.language,
      display: userPreference.display,
      scheduledFor: accountDeletion.scheduledFor,
      verifyCodeAge: ageOfVerifyCode,
      refreshDue: sql<boolean>`${session.updatedAt} < now() - interval '1 hour'`,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(userPreference, eq(userPreference.userId, user.id))
    .leftJoin(accountDeletion, eq(accountDeletion.userId, user.id))
    .leftJoin(
      member,
      and(eq(member.userId, user.id), eq(member.organizationId, session.activeOrganizationId)),
    )
    .where(and(hasToken, isUnexpired, sql`not ${isBanned}`))

const sessionOf = preparedQuery((db) =>
  sessionsWhere(db, eq(session.token, sql.placeholder('token'))).limit(1),
)
const sessionsOf = preparedQuery((db) =>
  sessionsWhere(db, sql`${session.token} = any(${sql.placeholder('tokens')})`),
)
type SessionRow = Awaited<ReturnType<typeof sessionsWhere>>[number]

/**
 * Reads the session of a token in one query: the user, the session, the role in the active workspace. Ended
 * sessions, bans and lost memberships take effect with the next request, on every instance. Better Auth
 * creates, refreshes and ends sessions; this only reads. Throws AppError unavailable when the database is
 * unreachable.
 */
export async function readSession(db: Db, token: string): Promise<SignedIn> {
  const [row] = await sessionOf(db)
    .execute({ token })
    .catch((error: unknown) => {
      throw databaseFailure(error) ?? error
    })
  return row ? signedInBy(row) : { ...signedOut, isOver: true }
}

/** Reads many sessions in one query, by token. Tokens without a valid session are left out. */
async function readSessions(db: Db, tokens: readonly string[]): Promise<ReadonlyMap<string, SignedIn>> {
  const rows = await sessionsOf(db)
    .execute({ tokens })
    .catch((error: unknown) => {
      throw databaseFailure(error) ?? error
    })
  return new Map(rows.map((row) => [row.token, signedInBy(row)]))
}

/**
 * Reads sessions by token. Tokens requested in one turn of the event loop share one query, which starts after
 * the last of them. For streams, where one notification wakes hundreds. Returns undefined for a token without
 * a valid session.
 */
export function openSessionReads(db: Db): (token: string) => Promise<SignedIn | undefined> {
  type Turn = { tokens: Set<string>; found: Promise<ReadonlyMap<string, SignedIn>> }
  let turn: Turn | undefined
  function begin(): Turn {
    const tokens = new Set<string>()
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      turn = undefined
      return readSessions(db, [...tokens])
    })
    return { tokens, found }
  }
  return async (token) => {
    const { tokens, found } = (turn ??= begin())
    tokens.add(token)
    return (await found).get(token)
  }
}

function signedInBy(row: SessionRow): SignedIn {
  // A role that no rule names may do nothing.
  const place =
    row.organizationId && row.memberRole
      ? { organizationId: row.organizationId, role: row.memberRole as WorkspaceRole }
      : { organizationId: null, role: 'owner' as const }
  const workspace = { ...place, ...planOf(row.plan) }
  const actor = {
    kind: 'user' as const,
    userId: row.userId,
    sessionId: row.sessionId,
    role: row.role === 'admin' ? ('admin' as const) : ('user' as const),
    emailVerified: row.emailVerified,
    workspace,
    impersonatedBy: row.impersonatedBy,
  }
  const { name, email, image, language, display, scheduledFor, verifyCodeAge, refreshDue } = row
  return {
    actor,
    viewer: {
      actor,
      name,
      email,
      image,
      language,
      display,
      deletionScheduledFor: scheduledFor?.toISOString() ?? null,
      verifyCodeAge,
      removedFrom: row.memberRole ? null : row.organizationId,
      refreshDue,
    },
  }
}
