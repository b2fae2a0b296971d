import { createHash } from 'node:crypto'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { anonymous } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { refuseBanned } from '#/core/auth/administration/banned-sign-in.server.ts'
import { session } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { describeAgent } from './describe-agent.ts'
import { knownDevice } from './security.table.server.ts'
import { mailNewSignIn } from './security-mails.server.ts'

const made = new WeakMap<Transaction, string[]>()

/** Remembers a session that Better Auth has made; whether it stands shows at the end of the request. */
export function noteSession(tx: Transaction, id: string): void {
  made.set(tx, [...(made.get(tx) ?? []), id])
}

/** Takes back the sessions of this request: a link in a mail signs nobody in. */
export async function dropSessionsMade(tx: Transaction): Promise<void> {
  const ids = made.get(tx) ?? []
  if (ids.length > 0) await tx.delete(session).where(inArray(session.id, ids))
}

/**
 * What follows from the sessions this request has made and left standing: each is in the audit log, and one
 * from where the person has not been before is told to them by mail. A session that only waited for the
 * second factor is gone by now and counts for nothing. Throws forbidden for who was banned meanwhile.
 */
export async function settleSessions(tx: Transaction): Promise<void> {
  const ids = made.get(tx) ?? []
  if (ids.length === 0) return
  await refuseBanned(tx, ids)
  const standing = await tx.select().from(session).where(inArray(session.id, ids))
  for (const row of standing) {
    // Somebody else has come in as this person: the guard of that act has written who.
    if (row.impersonatedBy !== null) continue
    await writeAudit(tx, anonymous, {
      action: 'session.create',
      actorId: row.userId,
      target: { type: 'user', id: row.userId },
    })
    await noticeDevice(tx, row)
  }
}

async function noticeDevice(
  tx: Transaction,
  { userId, userAgent, ipAddress }: typeof session.$inferSelect,
): Promise<void> {
  const agent = describeAgent(userAgent)
  const device = createHash('sha256')
    .update([agent.browser, agent.system, networkOf(ipAddress ?? '')].join('\n'))
    .digest('base64url')
  const [row] = await tx
    .insert(knownDevice)
    .values({ userId, device })
    .onConflictDoUpdate({ target: [knownDevice.userId, knownDevice.device], set: { lastSeenAt: sql`now()` } })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  const others = await tx.$count(
    knownDevice,
    and(eq(knownDevice.userId, userId), ne(knownDevice.device, device)),
  )
  // The first device of all is that of the sign-up.
  if (row?.isNew && others > 0) await mailNewSignIn(tx, userId, agent)
}

/**
 * Addresses of one home or office change within their network: the first three numbers, or the first four
 * groups.
 */
function networkOf(address: string): string {
  return address.includes(':')
    ? address.split(':').slice(0, 4).join(':')
    : address.split('.').slice(0, 3).join('.')
}
