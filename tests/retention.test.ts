import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { serverFeatures } from '#/app/registry/installed.server.ts'
import { sweepAudit } from '#/core/audit/sweep-audit.server.ts'
import { auditLog } from '#/core/audit/audit.table.server.ts'
import { invitation } from '#/core/identity/identity.table.server.ts'
import { parseEnv } from '#/core/env/env.server.ts'
import { chatMessages, chatGenerations, chatThreads } from '#/features/chat/server/chat.table.server.ts'
import { sweepGenerations } from '#/features/chat/server/sweep-chat.server.ts'
import { sweepInvitations } from '#/features/organizations/server/invitations/sweep-invitations.server.ts'
import { posts } from '#/features/posts/server/posts.table.server.ts'
import { sweepPosts } from '#/features/posts/server/sweep-posts.server.ts'
import { createId } from '#/lib/create-id.ts'
import { actorOf, createOrganization, createPost, createUser } from './support/factories.ts'
import { openTestDatabase } from './support/test-database.ts'

const { db } = await openTestDatabase()
const ada = await createUser(db)
const acme = await createOrganization(db, { owner: ada })
const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

async function deletedPost(days: number | undefined): Promise<string> {
  const { id } = await createPost(db, actorOf(ada))
  if (days !== undefined)
    await db
      .update(posts)
      .set({ deletedAt: daysAgo(days) })
      .where(eq(posts.id, id))
  return id
}

async function endedGeneration(days: number): Promise<string> {
  const [threadId, userMessageId, id] = [createId(), createId(), createId()]
  await db
    .insert(chatThreads)
    .values({ id: threadId, ownerId: ada.id, createdById: ada.id, page: 'general', title: 'A thread' })
  await db
    .insert(chatMessages)
    .values({ threadId, id: userMessageId, role: 'user', parts: [], text: 'Well?' })
  const model = { id: 'x', label: 'X', isBuiltIn: true }
  await db.insert(chatGenerations).values({
    id,
    threadId,
    userMessageId,
    model,
    state: 'done',
    holder: 'x',
    leaseUntil: daysAgo(days),
    endedAt: daysAgo(days),
  })
  return id
}

async function endedInvitation(days: number): Promise<string> {
  const id = createId()
  const values = {
    id,
    organizationId: acme.id,
    email: `${id}@example.com`,
    role: 'member',
    status: 'accepted',
    inviterId: ada.id,
  }
  await db.insert(invitation).values({ ...values, expiresAt: daysAgo(days) })
  return id
}

async function entry(days: number): Promise<string> {
  const id = createId()
  await db.insert(auditLog).values({ id, action: 'test.entry', at: daysAgo(days) })
  return id
}

const parseSettings = (given: Record<string, string>) => {
  parseEnv(given)
  for (const { settings } of serverFeatures) settings?.parse(given)
}

describe('data kept for a number of days', () => {
  test('is deleted after that time and not before, by the clock of the database; data in use stays', async () => {
    const [used, fresh, old] = [await deletedPost(undefined), await deletedPost(29), await deletedPost(31)]
    const [newRun, oldRun] = [await endedGeneration(364), await endedGeneration(366)]
    const [newInvitation, oldInvitation] = [await endedInvitation(89), await endedInvitation(91)]
    const entries = [await entry(1), await entry(4_000)]
    expect(await sweepPosts(db, { days: 30 })).toBe(1)
    expect(await sweepGenerations(db, { days: 365 })).toBe(1)
    expect(await sweepInvitations(db, { days: 90 })).toBe(1)
    expect(await sweepAudit(db, { days: 0 })).toBe(0)
    const left = async (rows: Promise<{ id: string }[]>) => new Set((await rows).map(({ id }) => id))
    expect(await left(db.select({ id: posts.id }).from(posts))).toEqual(new Set([used, fresh]))
    expect(await left(db.select({ id: chatGenerations.id }).from(chatGenerations))).toEqual(new Set([newRun]))
    expect(await left(db.select({ id: invitation.id }).from(invitation))).toEqual(new Set([newInvitation]))
    expect(await left(db.select({ id: auditLog.id }).from(auditLog))).toEqual(new Set(entries))
    expect([old, oldRun, oldInvitation]).toHaveLength(3)
  })

  test('is deleted in batches, the audit log only if a setting enables it', async () => {
    await db.execute(
      sql`insert into audit_log (id, action, at) select 'old-' || n, 'test.old', ${daysAgo(400)} from generate_series(1, 2500) n`,
    )
    expect(await sweepAudit(db, { days: 365 })).toBe(2_501)
    expect(await db.$count(auditLog, eq(auditLog.action, 'test.old'))).toBe(0)
  })

  test('cannot be deleted otherwise: the audit log is append-only, and its last 30 days stay whatever is configured', async () => {
    await entry(100)
    await entry(5)
    const remove = async (days: number | undefined, where: ReturnType<typeof daysAgo>) =>
      db.transaction(async (tx) => {
        if (days !== undefined)
          await tx.execute(sql`select set_config('app.audit_retention_days', ${String(days)}, true)`)
        await tx.execute(sql`delete from audit_log where at < ${where}`)
      })
    await expect(remove(undefined, daysAgo(50))).rejects.toThrow()
    await expect(remove(365, daysAgo(50))).rejects.toThrow()
    await expect(remove(1, daysAgo(2))).rejects.toThrow()
    await expect(remove(0, daysAgo(2))).rejects.toThrow()
  })

  test.each([
    ['RETENTION_DAYS_POSTS', '-1'],
    ['RETENTION_DAYS_RUNS', 'x'],
    ['RETENTION_DAYS_AUDIT', '29'],
  ])('needs a valid number of days: %s=%s is rejected at the start', (name, days) => {
    expect(() => parseSettings({ [name]: days })).toThrow(name)
  })
})
