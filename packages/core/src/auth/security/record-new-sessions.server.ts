import { createHash } from 'node:crypto'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { anonymous } from '#/access/actor.ts'
import { writeAudit } from '#/audit/audit.server.ts'
import { refuseBannedMeanwhile } from '#/auth/administration/refuse-banned.server.ts'
import type { AuthTransaction } from '#/auth/auth-context.server.ts'
import { session } from '#/identity/identity.table.server.ts'
import { mailUser } from '#/auth/mail-user.server.ts'
import type { Transaction } from '#/db/database.server.ts'
import { describeAgent } from './describe-agent.ts'
import { knownDevice } from './security.table.server.ts'

/**
 * Records the sessions this request created: writes each to the audit log and mails the user about a new
 * device. Sessions that only waited for the second factor are already deleted. Throws forbidden for a user
 * banned during the request.
 */
export async function recordNewSessions(request: AuthTransaction): Promise<void> {
  const { tx, newSessions } = request
  if (newSessions.length === 0) return
  await refuseBannedMeanwhile(request)
  const rows = await tx.select().from(session).where(inArray(session.id, newSessions))
  for (const row of rows) {
    const { browser, system } = describeAgent(row.userAgent)
    const device = [browser, system].filter(Boolean).join(' · ')
    await writeAudit(tx, anonymous, {
      action: 'session.create',
      actorId: row.userId,
      target: { type: 'user', id: row.userId },
      details: device ? { device } : {},
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
  // A user's first device is that of the sign-up.
  if (row?.isNew && others > 0) await mailUser(tx, userId, { template: 'newSignIn', params: agent })
}

/**
 * Returns the first three numbers or the first four groups of an address: addresses of one home or office
 * change within their network.
 */
function networkOf(address: string): string {
  return address.includes(':')
    ? address.split(':').slice(0, 4).join(':')
    : address.split('.').slice(0, 3).join('.')
}
