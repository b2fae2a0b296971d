import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { writeAudit } from '@plinth/core/audit/audit.server.ts'
import { clientAddress, userHook, type Middleware } from '@plinth/core/auth/auth-context.server.ts'
import { session, user } from '@plinth/core/identity/identity.table.server.ts'
import { activeCookies, noActiveCookies, readActiveCookie } from '@plinth/core/auth/session-cookies.server.ts'
import { readActiveSessions } from '@plinth/core/auth/active-sessions.server.ts'
import { withCookies } from '@plinth/core/auth/cookies.server.ts'
import { deleteSessions } from '@plinth/core/auth/administration/delete-sessions.server.ts'
import { isBanned } from '@plinth/core/auth/is-banned.server.ts'
import { mailUser, withoutAddress } from '@plinth/core/auth/mail-user.server.ts'
import { requireRecentAuth } from '@plinth/core/auth/security/recent-auth.server.ts'
import type { Transaction } from '@plinth/core/db/database.server.ts'
import { AppError } from '@plinth/core/lib/app-error.ts'
import { createId } from '@plinth/core/lib/create-id.ts'
import {
  lockUser,
  refuseOnSelf,
  lockAsAdministrator,
  type LockedUser,
} from '@plinth/core/auth/administration/lock-administrators.server.ts'
import {
  IMPERSONATION_MINUTES,
  impersonateBody,
} from '@plinth/core/auth/administration/impersonation.schema.ts'
import {
  administratorCookie,
  noAdministratorCookie,
  readAdministratorCookie,
} from './administrator-session.server.ts'

/**
 * Signs an admin in as a user for an hour, after a recent authentication and for a reason that is mailed to
 * the user. Denied for other admins and for banned users. The admin's own session is kept in a separate
 * cookie.
 */
export const onImpersonate = userHook({ body: impersonateBody }, async (context) => {
  const { tx, actor, body, cookies, key, request } = context
  const { userId, reason } = body
  await requireRecentAuth(tx, actor)
  refuseOnSelf(actor, userId)
  await lockAsAdministrator(tx, actor)
  const row = await lockUser(tx, userId)
  if (row.role === 'admin') throw new AppError('forbidden', 'administration:refused.impersonateAdmin')
  if (await hasBan(tx, userId)) throw new AppError('conflict', 'administration:refused.impersonateBanned')
  const token = randomBytes(24).toString('base64url')
  const ownEnd = tx.select({ at: session.expiresAt }).from(session).where(eq(session.id, actor.sessionId))
  await tx.insert(session).values({
    id: createId(),
    token,
    userId,
    impersonatedBy: actor.userId,
    impersonatorSessionId: actor.sessionId,
    expiresAt: sql`least(now() + make_interval(mins => ${IMPERSONATION_MINUTES}), ${ownEnd})`,
    ipAddress: clientAddress(),
    userAgent: request.headers.get('user-agent') ?? '',
  })
  const target = { type: 'user', id: userId }
  await writeAudit(tx, actor, { action: 'user.impersonate', target, details: { reason } })
  const params = { ...withoutAddress, reason, minutes: IMPERSONATION_MINUTES }
  await mailUser(tx, row, { template: 'impersonated', params })
  const own = readActiveCookie(cookies)
  return {
    answer: withCookies(Response.json({ user: shown(row) }), [
      ...activeCookies({ token, isKept: false }, key),
      ...(own ? [administratorCookie(own, key)] : []),
    ]),
  }
})

async function hasBan(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.select({ banned: isBanned }).from(user).where(eq(user.id, userId))
  return row?.banned === true
}

const shown = ({ id, name, email, image, role }: LockedUser) => ({ id, name, email, image, role })

/**
 * Returns to the admin's own session if it is still active; otherwise this browser is signed out. Also works
 * after the impersonation session has expired. Throws unauthenticated or conflict when nobody is
 * impersonated.
 */
export const onStopImpersonating: Middleware = async ({ services, cookies, key }) => {
  const { actor } = await services.identify(cookies)
  const impersonated = actor.kind === 'user' ? actor : undefined
  if (impersonated?.impersonatedBy === null) throw new AppError('conflict', 'errors:conflict')
  const own = readAdministratorCookie(cookies)
  if (!impersonated && !own) throw new AppError('unauthenticated', 'errors:signInFirst')
  const isSignedIn = await services.db.transaction(async (tx) => {
    if (impersonated) await deleteSessions(tx, eq(session.id, impersonated.sessionId))
    const [row] = own ? await readActiveSessions(tx, [own.token]) : []
    return row !== undefined && (!impersonated || row.user.id === impersonated.impersonatedBy)
  })
  return withCookies(Response.json({ isSignedIn }), [
    ...(isSignedIn && own ? activeCookies(own, key) : noActiveCookies(key)),
    noAdministratorCookie(key),
  ])
}
