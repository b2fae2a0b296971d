import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { SignedInActor } from '#/access/actor.ts'
import { writeAudit } from '#/audit/audit.server.ts'
import { account, session, user } from '#/identity/identity.table.server.ts'
import { PASSWORD_GUESSES, verifyPassword } from '#/auth/password.server.ts'
import { signInMethodsOf } from '#/auth/user-columns.server.ts'
import type { Db, Transaction } from '#/db/database.server.ts'
import { clearLimit, consumeLimit } from '#/limits/limits.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { RECENT_AUTH_MINUTES } from './security.schema.ts'

/**
 * Returns until when this session's last authentication counts as recent, by the database clock; null when it
 * no longer does.
 */
export async function reauthenticatedUntil(db: Db, { sessionId }: SignedInActor): Promise<Date | null> {
  const until = sql<string>`${session.reauthenticatedAt} + make_interval(mins => ${RECENT_AUTH_MINUTES})`
  const [row] = await db
    .select({ until })
    .from(session)
    .where(and(eq(session.id, sessionId), sql`${until} > now()`))
  return row ? new Date(row.until) : null
}

/**
 * For changes to sign-in methods. Throws AppError forbidden `errors:reauthenticate` when the session's
 * last authentication is older than ten minutes, and forbidden while impersonated or with a token. Any
 * verb or hook may call it, before it changes anything.
 */
export async function requireRecentAuth(db: Db, actor: SignedInActor): Promise<void> {
  if (actor.impersonatedBy !== null || actor.token) throw new AppError('forbidden', 'errors:forbidden')
  if ((await reauthenticatedUntil(db, actor)) === null)
    throw new AppError('forbidden', 'errors:reauthenticate')
}

/** Records an authentication, by the named method, in the session. Returns until when it counts as recent. */
export async function markReauthenticated(
  tx: Transaction,
  actor: SignedInActor,
  method: 'password' | 'code',
): Promise<Date | null> {
  // Before the session, in the order of everything that locks both.
  await tx.select({ id: user.id }).from(user).where(eq(user.id, actor.userId)).for('no key update')
  await tx
    .update(session)
    .set({ reauthenticatedAt: sql`now()`, updatedAt: sql`${session.updatedAt}` })
    .where(eq(session.id, actor.sessionId))
  await writeAudit(tx, actor, {
    action: 'session.reauthenticate',
    target: { type: 'user', id: actor.userId },
    details: { by: method },
  })
  return reauthenticatedUntil(tx, actor)
}

const ownPassword = (userId: string) =>
  and(eq(account.userId, userId), eq(account.providerId, 'credential'), isNotNull(account.password))

/** Returns the hash of the user's password; undefined without one. */
export async function passwordHashOf(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ hash: account.password }).from(account).where(ownPassword(userId))
  return row?.hash ?? undefined
}

/** Returns when the user's password was last set; null without one. */
export async function passwordSetAt(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db.select({ at: account.updatedAt }).from(account).where(ownPassword(userId))
  return row?.at ?? null
}

/** Returns how the user can re-authenticate: by mailed code only without a password. */
export async function reauthenticationMethods(db: Db, userId: string): Promise<string[]> {
  const methods = await signInMethodsOf(db, userId)
  const names = new Set(methods.flatMap(({ name, reauthenticates }) => (reauthenticates ? [name] : [])))
  return names.has('password') ? [...names] : [...names, 'code']
}

type Typed = { password: string | undefined; field: 'password' | 'currentPassword' }

/**
 * Throws invalid with the field unless this is the user's password, limit after twenty wrong ones in 15
 * minutes, counted separately from the sign-in page, where anyone may try, and conflict for a user without a
 * password.
 */
export async function requirePassword(
  tx: Transaction,
  userId: string,
  { password, field }: Typed,
): Promise<void> {
  const hash = await passwordHashOf(tx, userId)
  if (hash === undefined) throw new AppError('conflict', 'security:noPassword')
  if (password === undefined) throw new AppError('invalid', 'errors:required', { field })
  const guesses = `re-authenticate:password:${userId}`
  await consumeLimit(tx, guesses, PASSWORD_GUESSES)
  if (!(await verifyPassword({ hash, password })))
    throw new AppError('invalid', 'security:wrongPassword', { field })
  await clearLimit(tx, guesses)
}

/**
 * Re-authenticates the user by password. Returns until when this counts as recent. Throws like
 * `requirePassword`.
 */
export async function reauthenticateByPassword(
  tx: Transaction,
  actor: SignedInActor,
  typed: Typed,
): Promise<Date | null> {
  await requirePassword(tx, actor.userId, typed)
  return markReauthenticated(tx, actor, 'password')
}

/**
 * For forms that ask for the password: users with a password must enter it, others must have authenticated
 * within ten minutes.
 */
export async function reauthenticateInForm(
  tx: Transaction,
  actor: SignedInActor,
  password: string | undefined,
): Promise<void> {
  if ((await passwordHashOf(tx, actor.userId)) === undefined) await requireRecentAuth(tx, actor)
  else await reauthenticateByPassword(tx, actor, { password, field: 'password' })
}
