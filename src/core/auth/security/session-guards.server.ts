import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { guarded } from '#/core/auth/auth-guard.server.ts'
import { session } from '#/core/auth/auth.table.server.ts'
import { sessionHandle } from '#/core/auth/session-handle.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { describeAgent } from './describe-agent.ts'
import { handleBody } from './security.schema.ts'

const LISTED_MAX = 100

/** The person's sessions that stand, the one that asks first. The door makes each `token` a handle. */
export const onListSessions = guarded({}, async ({ tx, actor, rule }) => {
  authorize(actor, rule)
  const rows = await tx
    .select()
    .from(session)
    .where(and(eq(session.userId, actor.userId), gt(session.expiresAt, sql`now()`)))
    .orderBy(desc(eq(session.id, actor.sessionId)), desc(session.updatedAt), session.id)
    .limit(LISTED_MAX)
  return {
    answer: rows.map(
      ({ id, token, userId, ipAddress, userAgent, createdAt, updatedAt, expiresAt, impersonatedBy }) => ({
        id,
        token,
        userId,
        // Not where an admin sits who acts as this person.
        ipAddress: impersonatedBy === null ? ipAddress : null,
        userAgent,
        createdAt,
        updatedAt,
        expiresAt,
        current: id === actor.sessionId,
        ...describeAgent(userAgent),
      }),
    ),
  }
})

/** By its handle, and one's own only: Better Auth says yes to every token. */
export const onRevokeSession = guarded({ body: handleBody }, async ({ tx, actor, rule, body, secret }) => {
  authorize(actor, rule)
  const rows = await tx
    .select({ id: session.id, token: session.token })
    .from(session)
    .where(eq(session.userId, actor.userId))
  const meant = rows.find(({ token }) => sessionHandle(secret, token) === body.token)
  if (!meant) throw new AppError('not_found', 'errors:notFound')
  return {
    body: { token: meant.token },
    after: async (answer) => {
      await writeAudit(tx, actor, { action: 'session.end', target: { type: 'session', id: meant.id } })
      return answer
    },
  }
})

export const onRevokeOthers = guarded({}, async ({ tx, actor, rule }) => {
  authorize(actor, rule)
  const count = await tx.$count(
    session,
    and(eq(session.userId, actor.userId), ne(session.id, actor.sessionId)),
  )
  return {
    after: async (answer) => {
      await writeAudit(tx, actor, {
        action: 'session.endOthers',
        target: { type: 'user', id: actor.userId },
        details: { count },
      })
      return answer
    },
  }
})

export const onRevokeAll = guarded({}, async ({ tx, actor, rule }) => {
  authorize(actor, rule)
  return {
    after: async (answer) => {
      await writeAudit(tx, actor, { action: 'session.endAll', target: { type: 'user', id: actor.userId } })
      return answer
    },
  }
})
