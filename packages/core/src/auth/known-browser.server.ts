import { createHmac } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#/db/database.server.ts'
import { session, user } from '#/identity/identity.table.server.ts'
import { createId } from '#/lib/create-id.ts'
import type { AuthTransaction } from './auth-context.server.ts'
import { cookieName, cookieSetBy, setCookie, type AuthCookies, type CookieKey } from './cookies.server.ts'

// Anybody can send wrong passwords for an address until its limit is reached. Browsers that have signed in to
// the account have a limit of their own, so that its owner can still sign in there. Their cookie contains an
// id of the browser and a mark of each account, and lets nobody in.

const REMEMBERED_DAYS = 180
const ACCOUNTS_MAX = 5

type Marked = { id: string; securityStamp: string }

/** Void once access is revoked or the password has changed: a browser that knew the old one is a stranger. */
const markOf = (secret: string, { id, securityStamp }: Marked) =>
  createHmac('sha256', secret).update(`known-browser:${id}:${securityStamp}`).digest('base64url').slice(0, 22)

function read(cookies: AuthCookies): { browser: string; marks: string[] } {
  const [browser = '', ...marks] = cookies.get('knownBrowser')?.split('.') ?? []
  return { browser: browser || createId(), marks }
}

type Asked = { email: string; cookies: AuthCookies; key: CookieKey }

/** Returns the id of a browser that has signed in to the account with this address; undefined otherwise. */
export async function knownBrowser(db: Db, { email, cookies, key }: Asked): Promise<string | undefined> {
  const { browser, marks } = read(cookies)
  if (marks.length === 0) return undefined
  const [found] = await db
    .select({ id: user.id, securityStamp: user.securityStamp })
    .from(user)
    .where(eq(user.email, email))
  return found && marks.includes(markOf(key.secret, found)) ? browser : undefined
}

/**
 * Returns the Set-Cookie headers with which the browser is known for the accounts that this request signed in
 * to. The cookie lasts if the sign-in does.
 */
export async function rememberBrowser(
  { tx, newSessions, cookies, key }: AuthTransaction,
  response: Response,
): Promise<string[]> {
  const set = cookieSetBy(response, 'session', key)
  if (newSessions.length === 0 || set === undefined || set === 'expired') return []
  const own = and(inArray(session.id, newSessions), isNull(session.impersonatedBy))
  const signedIn = await tx
    .select({ id: user.id, securityStamp: user.securityStamp })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(own)
  if (signedIn.length === 0) return []
  const { browser, marks } = read(cookies)
  const known = new Set([...signedIn.map((one) => markOf(key.secret, one)), ...marks])
  const value = [browser, ...[...known].slice(0, ACCOUNTS_MAX)].join('.')
  const maxAgeSeconds = set.lasts ? REMEMBERED_DAYS * 86_400 : undefined
  return [setCookie(cookieName('knownBrowser', key.appUrl), { value, key, maxAgeSeconds })]
}
