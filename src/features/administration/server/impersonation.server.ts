import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { AppError, writeAudit } from '@plinth/core/verb/server'
import {
  type LockedUser,
  type Middleware,
  activeCookies,
  clientAddress,
  deleteSessions,
  isBanned,
  lockAsAdministrator,
  lockUser,
  noActiveCookies,
  readActiveCookie,
  readActiveSessions,
  refuseOnSelf,
  requireRecentAuth,
  userHook,
  withCookies,
} from '@plinth/core/auth/server'
import { type Transaction, session, user } from '@plinth/core/database/server'
import { mailUser, withoutAddress } from '@plinth/core/mail/server'
import { createId } from '@plinth/core/schema'
import { IMPERSONATION_MINUTES, impersonateBody } from '@plinth/core/auth'
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
