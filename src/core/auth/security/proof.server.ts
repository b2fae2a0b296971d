import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { account, passkey, session } from '#/core/identity/identity.table.server.ts'
import { PASSWORD_GUESSES, verifyPassword } from '#/core/auth/password.server.ts'
import type { Db, Transaction } from '#/core/db/database.server.ts'
import { clearLimit, consumeLimit } from '#/core/limits/limits.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { PROOF_MINUTES } from './security.schema.ts'

export type WayToProve = 'password' | 'passkey' | 'code'

/**
 * Until when what this session has proved counts; null when it no longer does. On the clock of the database.
 */
export async function provedUntil(db: Db, { sessionId }: SignedInActor): Promise<Date | null> {
  const until = sql<string>`${session.provedAt} + make_interval(mins => ${PROOF_MINUTES})`
  const [row] = await db
    .select({ until })
    .from(session)
    .where(and(eq(session.id, sessionId), sql`${until} > now()`))
  return row ? new Date(row.until) : null
}

/**
 * For acts that touch a person's ways in: throws AppError forbidden `errors:proveAgain` when the person
 * behind the session has not shown who they are within ten minutes, and forbidden while somebody else acts as
 * them. Any verb or guard may call it, before it changes anything.
 */
export async function requireRecentProof(db: Db, actor: SignedInActor): Promise<void> {
  if (actor.impersonatedBy !== null) throw new AppError('forbidden', 'errors:forbidden')
  if ((await provedUntil(db, actor)) === null) throw new AppError('forbidden', 'errors:proveAgain')
}

/** Notes in the session that its person has just shown who they are; answers until when that counts. */
export async function markProved(
  tx: Transaction,
  actor: SignedInActor,
  way: WayToProve,
): Promise<Date | null> {
  await tx
    .update(session)
    .set({ provedAt: sql`now()`, updatedAt: sql`${session.updatedAt}` })
    .where(eq(session.id, actor.sessionId))
  await writeAudit(tx, actor, {
    action: 'session.prove',
    target: { type: 'user', id: actor.userId },
    details: { by: way },
  })
  return provedUntil(tx, actor)
}

/** The hash of the person's password; undefined for who has none. */
export async function passwordHashOf(db: Db, userId: string): Promise<string | undefined> {
  const own = and(
    eq(account.userId, userId),
    eq(account.providerId, 'credential'),
    isNotNull(account.password),
  )
  const [row] = await db.select({ hash: account.password }).from(account).where(own)
  return row?.hash ?? undefined
}

/** How this person can prove themselves: a mailed code only for who has no password. */
export async function waysToProve(db: Db, userId: string): Promise<WayToProve[]> {
  const hasPassword = (await passwordHashOf(db, userId)) !== undefined
  const hasPasskey = (await db.$count(passkey, eq(passkey.userId, userId))) > 0
  const passkeys = hasPasskey ? (['passkey'] as const) : []
  return hasPassword ? ['password', ...passkeys] : [...passkeys, 'code']
}

type Typed = { password: string | undefined; field: 'password' | 'currentPassword' }

/**
 * The user by their password, which re-authenticates. Twenty wrong ones in fifteen minutes, counted apart
 * from those of the sign-in page, where anybody may type them. Throws invalid with the field, limit, and
 * conflict for a user without a password.
 */
export async function proveByPassword(
  tx: Transaction,
  actor: SignedInActor,
  { password, field }: Typed,
): Promise<Date | null> {
  const hash = await passwordHashOf(tx, actor.userId)
  if (hash === undefined) throw new AppError('conflict', 'security:noPassword')
  if (password === undefined) throw new AppError('invalid', 'errors:required', { field })
  const guesses = `re-authenticate:password:${actor.userId}`
  await consumeLimit(tx, guesses, PASSWORD_GUESSES)
  if (!(await verifyPassword({ hash, password })))
    throw new AppError('invalid', 'security:wrongPassword', { field })
  await clearLimit(tx, guesses)
  return markProved(tx, actor, 'password')
}

/**
 * For acts whose form asks for the password: who has one types it, everybody else must have proved themselves
 * within ten minutes.
 */
export async function proveInForm(
  tx: Transaction,
  actor: SignedInActor,
  password: string | undefined,
): Promise<void> {
  if ((await passwordHashOf(tx, actor.userId)) === undefined) await requireRecentProof(tx, actor)
  else await proveByPassword(tx, actor, { password, field: 'password' })
}
