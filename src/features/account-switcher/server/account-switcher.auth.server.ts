import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { anonymous } from '@plinth/core/access'
import { AppError, writeAudit } from '@plinth/core/verb/server'
import {
  type ActiveSession,
  type AuthContext,
  type Middleware,
  QUARTER_HOUR,
  activeCookies,
  deleteSessions,
  expiredCookie,
  forAnyone,
  get,
  noActiveCookies,
  post,
  readActiveCookie,
  readActiveSessions,
  sessionHandle,
  withCookies,
} from '@plinth/core/auth/server'
import { type Transaction, session } from '@plinth/core/database/server'
import type { FeatureAuth } from '@plinth/core/feature/server'
import {
  accountCookie,
  accountCookieName,
  readAccountCookies,
  type AccountCookie,
} from './account-cookies.server.ts'
import { ACCOUNTS_PER_BROWSER, heldAccounts } from './held-accounts.server.ts'

type Held = { accounts: AccountCookie[]; activeToken: string | undefined }

function heldBy({ cookies, key }: AuthContext): Held {
  const active = readActiveCookie(cookies)
  const accounts = readAccountCookies(cookies, key)
  const isListed = accounts.some(({ token }) => token === active?.token)
  const own = active && !isListed ? [{ ...active, name: accountCookieName(active.token, key) }] : []
  return { accounts: [...own, ...accounts], activeToken: active?.token }
}

/**
 * Lists the accounts of this browser, the active one first. Open to anyone with the cookies; returns no
 * tokens.
 */
const onListDeviceSessions: Middleware = async (context) => {
  const { accounts, activeToken } = heldBy(context)
  const active = await readActiveSessions(
    context.services.db,
    accounts.map(({ token }) => token),
  )
  const listed = active
    .slice(0, ACCOUNTS_PER_BROWSER)
    .map((row) => ({ ...shown(row), active: row.session.token === activeToken }))
  return Response.json(listed.toSorted((a, b) => Number(b.active) - Number(a.active)))
}

/** Makes another account of this browser the active one. Its session is active, so no sign-in is needed. */
const onSetActive: Middleware = async (context) => {
  await refuseImpersonated(context)
  const { services, key } = context
  const { accounts } = heldBy(context)
  return services.db.transaction(async (tx) => {
    const { account, row } = await findAccount(tx, accounts, context)
    await writeAudit(tx, anonymous, {
      action: 'session.switch',
      actorId: row.user.id,
      target: { type: 'session', id: row.session.id },
    })
    return withCookies(Response.json(shown(row)), [
      ...activeCookies(account, key),
      accountCookie(account, key),
    ])
  })
}

/** Signs one account out of this browser. If it was active, the newest of the others becomes active. */
const onRevokeDeviceSession: Middleware = async (context) => {
  await refuseImpersonated(context)
  const { services, key } = context
  const { accounts, activeToken } = heldBy(context)
  return services.db.transaction(async (tx) => {
    const { account, row } = await findAccount(tx, accounts, context)
    await deleteSessions(tx, eq(session.id, row.session.id))
    await writeAudit(tx, anonymous, {
      action: 'session.end',
      actorId: row.user.id,
      target: { type: 'session', id: row.session.id },
    })
    const response = Response.json({ status: true })
    const expired = expiredCookie(account.name, key.appUrl)
    if (account.token !== activeToken) return withCookies(response, [expired])
    const others = accounts.filter(({ token }) => token !== account.token)
    const [newest] = await readActiveSessions(
      tx,
      others.map(({ token }) => token),
    )
    const next = others.find(({ token }) => token === newest?.session.token)
    return withCookies(response, [
      expired,
      ...(next ? [...activeCookies(next, key), accountCookie(next, key)] : noActiveCookies(key)),
    ])
  })
}

/** Throws forbidden while impersonating, because the administrator's own session would be lost. */
async function refuseImpersonated({ services, cookies }: AuthContext): Promise<void> {
  const { actor } = await services.identify(cookies)
  if (actor.kind === 'user' && actor.impersonatedBy !== null)
    throw new AppError('forbidden', 'errors:forbidden')
}

async function findAccount(tx: Transaction, accounts: readonly AccountCookie[], { key, body }: AuthContext) {
  const account = accounts.find(({ token }) => sessionHandle(key.secret, token) === body.sessionToken)
  const [row] = account ? await readActiveSessions(tx, [account.token]) : []
  if (!account || !row) throw new AppError('not_found', 'errors:notFound', { field: 'sessionToken' })
  return { account, row }
}

// The handler replaces `token` by the session's handle.
function shown({ session: of, user }: ActiveSession) {
  const { id, token, userId, expiresAt, createdAt, updatedAt, ipAddress, userAgent } = of
  const { name, email, image, emailVerified } = user
  return {
    session: { id, token, userId, expiresAt, createdAt, updatedAt, ipAddress, userAgent },
    user: { id: user.id, name, email, image, emailVerified },
  }
}

const handleBody = z.strictObject({
  sessionToken: z.string({ error: 'errors:required' }).min(1, 'errors:required').max(64, 'errors:tooLong'),
})
const often = { max: 300, windowSeconds: QUARTER_HOUR }
const own = (path: string) => ({ rule: forAnyone(path), isOwn: true as const })

/**
 * Several accounts in one browser, under the paths of Better Auth's multi-session plugin and for its client.
 * The plugin itself is not used: it leaves a sixth session active, forgets the "remember me" choice, and
 * names its cookies after tokens. Anyone with an account's cookie may act on it.
 */
export const accountSwitcherAuth: FeatureAuth = {
  heldSessions: heldAccounts,
  endpoints: [
    get('/multi-session/list-device-sessions', {
      ...own('/multi-session/list-device-sessions'),
      middleware: onListDeviceSessions,
    }),
    post('/multi-session/set-active', {
      ...own('/multi-session/set-active'),
      body: handleBody,
      middleware: onSetActive,
      perAddress: often,
    }),
    post('/multi-session/revoke', {
      ...own('/multi-session/revoke'),
      body: handleBody,
      middleware: onRevokeDeviceSession,
      perAddress: often,
    }),
  ],
}
