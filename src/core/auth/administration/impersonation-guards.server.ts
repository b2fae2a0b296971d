import { eq } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import type { SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { guarded } from '#/core/auth/auth-guard.server.ts'
import type { Around } from '#/core/auth/auth-endpoint.server.ts'
import { session, user } from '#/core/identity/identity.table.server.ts'
import { activeCookies, noActiveCookies } from '#/core/auth/browser-accounts/account-cookies.server.ts'
import { readStandingSessions } from '#/core/auth/browser-accounts/standing-sessions.server.ts'
import { cookieName, expiredCookie, type AuthCookies } from '#/core/auth/cookies.server.ts'
import { isBanned } from '#/core/auth/is-banned.server.ts'
import { requireRecentProof } from '#/core/auth/security/proof.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { lockPerson, refuseOnSelf, takeTurnAsAdministrator, type Person } from './administer.server.ts'
import { mailImpersonation } from './administration-mails.server.ts'
import { impersonateBody } from './administration.schema.ts'

/**
 * An administrator who has just shown who they are acts as somebody, for an hour and for a reason that the
 * person is told. Not as an administrator, and not as who is banned. The session itself is made by Better
 * Auth, which keeps the way back in a cookie of its own.
 */
export const onImpersonate = guarded(
  { body: impersonateBody },
  async ({ tx, actor, rule, body: { userId, reason } }) => {
    authorize(actor, rule)
    await requireRecentProof(tx, actor)
    refuseOnSelf(actor, userId)
    await takeTurnAsAdministrator(tx, actor)
    const person = await lockPerson(tx, userId)
    if (person.role === 'admin') throw new AppError('forbidden', 'administration:refused.impersonateAdmin')
    if (await hasBan(tx, userId)) throw new AppError('conflict', 'administration:refused.impersonateBanned')
    return {
      body: { userId },
      after: async () => {
        await writeAudit(tx, actor, {
          action: 'user.impersonate',
          target: { type: 'user', id: userId },
          details: { reason },
        })
        await mailImpersonation(tx, person, { reason })
        return { user: shown(person) }
      },
    }
  },
)

async function hasBan(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.select({ banned: isBanned }).from(user).where(eq(user.id, userId))
  return row?.banned === true
}

const shown = ({ id, name, email, image, role }: Person) => ({ id, name, email, image, role })

/**
 * Back to the administrator's own session, if that still stands; otherwise nobody is signed in here any more.
 * Answered by us, because the library has no way back once the borrowed session is over. Throws
 * unauthenticated and conflict where nobody acts as anybody.
 */
export const onStopImpersonating: Around = async ({ door, request, admitted: { cookies } }) => {
  const key = { secret: door.secret, appUrl: new URL(request.url).origin }
  const { actor } = await door.identify(cookies)
  const borrowed = actor.kind === 'user' ? actor : undefined
  if (borrowed?.impersonatedBy === null) throw new AppError('conflict', 'errors:conflict')
  const own = readWayBack(cookies)
  if (!borrowed && !own) throw new AppError('unauthenticated', 'errors:signInFirst')
  const isSignedIn = await door.db.transaction(async (tx) => {
    if (borrowed) await endBorrowed(tx, borrowed)
    const [row] = own ? await readStandingSessions(tx, [own.token]) : []
    return row !== undefined && (!borrowed || row.user.id === borrowed.impersonatedBy)
  })
  const response = Response.json({ isSignedIn })
  const set = isSignedIn && own ? activeCookies(own, key) : noActiveCookies(key)
  for (const cookie of [...set, expiredCookie(cookieName('administrator', key.appUrl), key.appUrl)])
    response.headers.append('set-cookie', cookie)
  return response
}

/** What Better Auth has kept: the administrator's token, and whether that session ends with the browser. */
function readWayBack(cookies: AuthCookies): { token: string; isKept: boolean } | undefined {
  const [token = '', endsWithBrowser = ''] = cookies.get('administrator')?.split(':') ?? []
  return token === '' ? undefined : { token, isKept: endsWithBrowser === '' }
}

async function endBorrowed(tx: Transaction, borrowed: SignedInActor): Promise<void> {
  await tx.delete(session).where(eq(session.id, borrowed.sessionId))
  await writeAudit(tx, borrowed, {
    action: 'user.stopImpersonating',
    target: { type: 'user', id: borrowed.userId },
  })
}
