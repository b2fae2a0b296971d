import { eq, inArray } from 'drizzle-orm'
import { anonymous } from '#/access/actor.ts'
import { writeAudit } from '#/audit/audit.server.ts'
import type { Transaction } from '#/db/database.server.ts'
import { session } from '#/identity/identity.table.server.ts'
import { readActiveSessions, type ActiveSession } from './active-sessions.server.ts'
import { deleteSessions } from './administration/delete-sessions.server.ts'
import { openHook, type AuthTransaction } from './auth-context.server.ts'
import { noInput } from './auth.schema.ts'
import { withCookies } from './cookies.server.ts'
import { sessionSetBy } from './session-cookies.server.ts'
import { readSession } from './session.server.ts'

/**
 * Settles what a response that changes the browser's active session means for the others, in the same
 * transaction: ends an impersonation and, unless a feature holds it, the replaced session. Returns the
 * response with the cookies of features.
 */
export async function settleSessions(request: AuthTransaction, response: Response): Promise<Response> {
  const { path, cookies, key, heldSessions } = request
  const set = sessionSetBy(response, key)
  if (!set) return response
  const active = set.kind === 'set' ? set : undefined
  const isSignOut = path === '/sign-out'
  const replaced = cookies.get('session')
  // `onSignOut` has ended all sessions.
  const endsImpersonation =
    !isSignOut && replaced !== undefined && replaced !== active?.token
      ? (await endReplaced(request, replaced)) === 'impersonation'
      : false
  const lines: string[] = []
  for (const held of heldSessions)
    lines.push(...(await held.onChange(request, { active, isSignOut, endsImpersonation })))
  return withCookies(response, lines)
}

/**
 * Ends every session of the browser at sign-out: the active one, also if it is an impersonation, and those
 * that features hold.
 */
export const onSignOut = openHook({ body: noInput }, async ({ tx, cookies, key, heldSessions }) => {
  const active = cookies.get('session')
  if (active !== undefined) await endImpersonation(tx, active)
  const tokens = heldSessions.flatMap((held) => held.tokensOf(cookies, key))
  await endSessions(tx, await readActiveSessions(tx, active === undefined ? tokens : [active, ...tokens]))
  return {}
})

async function endReplaced(
  { tx, heldSessions }: AuthTransaction,
  token: string,
): Promise<'impersonation' | undefined> {
  if (await endImpersonation(tx, token)) return 'impersonation'
  if (!heldSessions.some(({ holdsReplaced }) => holdsReplaced))
    await endSessions(tx, await readActiveSessions(tx, [token]))
  return undefined
}

/** Ends the session of this token if it is an impersonation. Returns whether it was one. */
async function endImpersonation(tx: Transaction, token: string): Promise<boolean> {
  const { actor } = await readSession(tx, token)
  if (actor.kind !== 'user' || actor.impersonatedBy === null) return false
  await deleteSessions(tx, eq(session.id, actor.sessionId))
  return true
}

/** Ends sessions of a browser and records each in the audit log. */
export async function endSessions(tx: Transaction, rows: readonly ActiveSession[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.session.id)
  const ended = await deleteSessions(tx, inArray(session.id, ids))
  for (const { id, userId } of ended)
    await writeAudit(tx, anonymous, {
      action: 'session.end',
      actorId: userId,
      target: { type: 'session', id },
    })
}
