import { eq } from 'drizzle-orm'
import { anonymous } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import type { Around, Arriving } from '#/core/auth/auth-endpoint.server.ts'
import { session } from '#/core/identity/identity.table.server.ts'
import { expiredCookie, type CookieKey } from '#/core/auth/cookies.server.ts'
import { sessionHandle } from '#/core/auth/session-handle.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import {
  accountCookie,
  accountCookieName,
  activeCookies,
  noActiveCookies,
  readAccountCookies,
  readActiveCookie,
  type AccountCookie,
} from './account-cookies.server.ts'
import { ACCOUNTS_PER_BROWSER } from './settle-browser-accounts.server.ts'
import { readStandingSessions, type StandingSession } from './standing-sessions.server.ts'

type Held = { accounts: AccountCookie[]; activeToken: string | undefined; key: CookieKey }

function heldBy({ door, request, admitted: { cookies } }: Arriving): Held {
  const key = { secret: door.secret, appUrl: new URL(request.url).origin }
  const active = readActiveCookie(cookies)
  const accounts = readAccountCookies(cookies, key)
  const isListed = accounts.some(({ token }) => token === active?.token)
  const own = active && !isListed ? [{ ...active, name: accountCookieName(active.token, key) }] : []
  return { accounts: [...own, ...accounts], activeToken: active?.token, key }
}

/**
 * Who is signed in in this browser, the active one first. Whoever holds the cookies may ask; nobody's token
 * is told.
 */
export const onListDeviceSessions: Around = async (arriving) => {
  const { accounts, activeToken } = heldBy(arriving)
  const standing = await readStandingSessions(
    arriving.door.db,
    accounts.map(({ token }) => token),
  )
  const listed = standing
    .slice(0, ACCOUNTS_PER_BROWSER)
    .map((row) => ({ ...shown(row), active: row.session.token === activeToken }))
  return Response.json(listed.toSorted((a, b) => Number(b.active) - Number(a.active)))
}

/**
 * Makes another account of this browser the active one: a sign-in that stands is gone on with, so nothing is
 * asked.
 */
export const onSetActive: Around = async (arriving) => {
  const { door } = arriving
  await refuseImpersonated(arriving)
  const { accounts, key } = heldBy(arriving)
  return door.db.transaction(async (tx) => {
    const { account, row } = await findAccount(tx, accounts, arriving)
    await writeAudit(tx, anonymous, {
      action: 'session.switch',
      actorId: row.user.id,
      target: { type: 'session', id: row.session.id },
    })
    return answer(shown(row), [...activeCookies(account, key), accountCookie(account, key)])
  })
}

/**
 * Signs one account out of this browser; where it was the active one, the newest of the others becomes
 * active, if there is one.
 */
export const onRevokeDeviceSession: Around = async (arriving) => {
  await refuseImpersonated(arriving)
  const { accounts, activeToken, key } = heldBy(arriving)
  return arriving.door.db.transaction(async (tx) => {
    const { account, row } = await findAccount(tx, accounts, arriving)
    await tx.delete(session).where(eq(session.id, row.session.id))
    await writeAudit(tx, anonymous, {
      action: 'session.end',
      actorId: row.user.id,
      target: { type: 'session', id: row.session.id },
    })
    const gone = expiredCookie(account.name, key.appUrl)
    if (account.token !== activeToken) return answer({ status: true }, [gone])
    const others = accounts.filter(({ token }) => token !== account.token)
    const [newest] = await readStandingSessions(
      tx,
      others.map(({ token }) => token),
    )
    const next = others.find(({ token }) => token === newest?.session.token)
    return answer({ status: true }, [
      gone,
      ...(next ? [...activeCookies(next, key), accountCookie(next, key)] : noActiveCookies(key)),
    ])
  })
}

/** An admin who acts as somebody goes back first; otherwise the way back would be lost. */
async function refuseImpersonated({ door, admitted }: Arriving): Promise<void> {
  const { actor } = await door.identify(admitted.cookies)
  if (actor.kind === 'user' && actor.impersonatedBy !== null)
    throw new AppError('forbidden', 'errors:forbidden')
}

async function findAccount(
  tx: Transaction,
  accounts: readonly AccountCookie[],
  { door, admitted }: Arriving,
) {
  const account = accounts.find(
    ({ token }) => sessionHandle(door.secret, token) === admitted.body?.sessionToken,
  )
  const [row] = account ? await readStandingSessions(tx, [account.token]) : []
  if (!account || !row) throw new AppError('not_found', 'errors:notFound', { field: 'sessionToken' })
  return { account, row }
}

// `token` leaves the door as the session's handle.
function shown({ session: of, user: person }: StandingSession) {
  const { id, token, userId, expiresAt, createdAt, updatedAt, ipAddress, userAgent } = of
  const { name, email, image, emailVerified } = person
  return {
    session: { id, token, userId, expiresAt, createdAt, updatedAt, ipAddress, userAgent },
    user: { id: person.id, name, email, image, emailVerified },
  }
}

function answer(body: unknown, cookies: readonly string[]): Response {
  const response = Response.json(body)
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
