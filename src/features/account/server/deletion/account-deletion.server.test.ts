import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, type SignedInActor, anonymous } from '@plinth/core/access'
import { accountDeletion, session, user } from '@plinth/core/database/server'
import { readDeletionOfLink } from '@plinth/core/auth/server'
import { readSession } from '@plinth/core/internal/auth/session.server.ts'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { deliverMail } from '@plinth/core/mail/server'
import { defineJob } from '@plinth/core/jobs/server'
import { prepareJobs } from '@plinth/core/internal/jobs/prepare-jobs.server.ts'
import { file } from '@plinth/core/files/server'
import { translateTo } from '@plinth/core/server'
import { createId } from '@plinth/core/schema'
import { auditOf, whileAuditFails } from '@plinth/testing/expect-audit.ts'
import { actorOf, createSession, createUser, type TestUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { deleteDueAccounts } from './delete-due-accounts.server.ts'
import { cancelDeletion, cancelDeletionByLink } from './cancel-deletion.server.ts'
import { requestDeletion } from './request-deletion.server.ts'
import { preferred } from '@plinth/testing/languages.ts'

provideAllTexts()
const { db, pool } = await openTestDatabase()
const { storage } = makeContext(db, anonymous)
beforeAll(async () => {
  await prepareJobs({ pool, jobs: [defineJob({ ...deliverMail, handler: async () => {} })] })
  // No user below is the last admin.
  await createUser(db, { role: 'admin' })
})

/** The user with a session, re-authenticated just now. */
async function signedIn(
  account: TestUser,
  reauthenticatedAt: Date | null = new Date(),
): Promise<{ actor: SignedInActor; token: string }> {
  const { token } = await createSession(db, actorOf(account), { secret: 'x', reauthenticatedAt })
  const [row] = await db.select({ id: session.id }).from(session).where(eq(session.token, token))
  return { actor: { ...actorOf(account), sessionId: row?.id ?? '' }, token }
}

const request = (actor: Actor, email: string) => requestDeletion(makeContext(db, actor), { email })
const cancel = (actor: Actor) => cancelDeletion(makeContext(db, actor))
const followLink = (token: string) => cancelDeletionByLink(makeContext(db, anonymous), { token })
const run = () => deleteDueAccounts({ db, storage, log: testLog })
const isScheduled = async (id: string) =>
  (await db.$count(accountDeletion, eq(accountDeletion.userId, id))) === 1
const exists = async (id: string) => (await db.$count(user, eq(user.id, id))) === 1
const mailsTo = async (email: string) => db.select().from(mail).where(eq(mail.to, email)).orderBy(mail.id)
const letTimePass = (id: string) =>
  db
    .update(accountDeletion)
    .set({ scheduledFor: new Date(Date.now() - 1_000) })
    .where(eq(accountDeletion.userId, id))
const tokenOf = async ({ email }: TestUser) =>
  new URL((await mailsTo(email))[0]?.links[0] ?? '').searchParams.get('token') ?? ''

/** An account whose grace period is over. */
async function createDue(values: Partial<TestUser> = {}) {
  const ada = await createUser(db, values)
  const { actor, token } = await signedIn(ada)
  await request(actor, ada.email)
  await letTimePass(ada.id)
  return { ada, actor, token }
}

describe('requesting deletion', () => {
  test('schedules it in 14 days, mails a link that cancels it, and changes nothing else', async () => {
    const ada = await createUser(db, { language: preferred('es') })
    const { actor, token } = await signedIn(ada)
    const { scheduledFor } = await request(actor, ada.email)
    expect(Math.abs(scheduledFor.getTime() - Date.now() - 14 * 86_400_000)).toBeLessThan(60_000)
    expect((await readSession(db, token)).viewer?.deletionScheduledFor).toBe(scheduledFor.toISOString())
    expect(await mailsTo(ada.email)).toMatchObject([
      { template: 'deletionScheduled', language: preferred('es') },
    ])
    expect(await auditOf(db, ada.id)).toMatchObject([{ action: 'user.requestDeletion', actorId: ada.id }])
    expect(JSON.stringify(await db.select().from(accountDeletion))).not.toContain(await tokenOf(ada))
    await run()
    expect(await exists(ada.id)).toBe(true)
  })

  test('requires the own address, an authentication within ten minutes, and no impersonation', async () => {
    const ada = await createUser(db)
    const { actor } = await signedIn(ada)
    const stale = await signedIn(ada, new Date(Date.now() - 11 * 60_000))
    expect(await failureOf(request(actor, 'other@example.com'))).toMatchObject({
      kind: 'invalid',
      params: { field: 'email' },
    })
    expect(await failureOf(request(stale.actor, ada.email))).toMatchObject({
      kind: 'forbidden',
      code: 'errors:reauthenticate',
    })
    expect(await failureOf(request({ ...actor, impersonatedBy: 'an-admin' }, ada.email))).toMatchObject({
      kind: 'forbidden',
    })
    expect(await failureOf(request(anonymous, ada.email))).toMatchObject({ kind: 'unauthenticated' })
    expect([await isScheduled(ada.id), await mailsTo(ada.email)]).toEqual([false, []])
  })

  test('twice concurrently schedules one date and sends one mail', async () => {
    const ada = await createUser(db)
    const { actor } = await signedIn(ada)
    const days = await Promise.all([
      request(actor, ada.email),
      request(actor, ada.email),
      request(actor, ada.email),
    ])
    expect(new Set(days.map(({ scheduledFor }) => scheduledFor.getTime())).size).toBe(1)
    expect(await mailsTo(ada.email)).toHaveLength(1)
  })

  test('is denied to the last administrator', async () => {
    const lonely = await openTestDatabase()
    const admin = await createUser(lonely.db, { role: 'admin' })
    await createSession(lonely.db, actorOf(admin), { secret: 'x', reauthenticatedAt: new Date() })
    const [own] = await lonely.db.select({ id: session.id }).from(session)
    const asAdmin = makeContext(lonely.db, { ...actorOf(admin), sessionId: own?.id ?? '' })
    expect(await failureOf(requestDeletion(asAdmin, { email: admin.email }))).toMatchObject({
      kind: 'conflict',
      code: 'administration:refused.lastAdmin',
    })
  })

  test('schedules nothing when its mail or its audit entry cannot be written', async () => {
    const [ada, odd] = [await createUser(db), await createUser(db, { email: 'odd@' })]
    const { actor } = await signedIn(ada)
    await whileAuditFails(db, () => expect(request(actor, ada.email)).rejects.toThrow())
    await expect(request((await signedIn(odd)).actor, odd.email)).rejects.toThrow()
    expect([await isScheduled(ada.id), await isScheduled(odd.id), await mailsTo(ada.email)]).toEqual([
      false,
      false,
      [],
    ])
  })
})

describe('canceling', () => {
  test('by the user keeps the account; twice writes one audit entry', async () => {
    const { ada, actor, token } = await createDue()
    await Promise.all([cancel(actor), cancel(actor)])
    await run()
    expect([await exists(ada.id), await isScheduled(ada.id)]).toEqual([true, false])
    expect((await readSession(db, token)).viewer?.deletionScheduledFor).toBeNull()
    expect((await auditOf(db, ada.id)).map(({ action }) => action)).toEqual([
      'user.requestDeletion',
      'user.cancelDeletion',
    ])
  })

  test('by the mailed link works without a session, once, and with no other token', async () => {
    const { ada } = await createDue()
    expect(await failureOf(followLink('a-wrong-word'))).toMatchObject({
      kind: 'not_found',
      code: 'account:cancelDeletion.over',
    })
    const token = await tokenOf(ada)
    expect(await readDeletionOfLink(db, token)).toMatchObject({ email: ada.email })
    expect(await readDeletionOfLink(db, 'a-wrong-word')).toBeNull()
    expect(await outcomesOf([followLink(token), followLink(token)])).toEqual({ ok: 1, not_found: 1 })
    expect(await readDeletionOfLink(db, token)).toBeNull()
    expect(await isScheduled(ada.id)).toBe(false)
    expect((await auditOf(db, ada.id)).at(-1)).toMatchObject({
      action: 'user.cancelDeletion',
      actorId: ada.id,
    })
  })

  test('is denied to visitors, other users and an impersonating admin', async () => {
    const { ada, actor } = await createDue()
    expect(await failureOf(cancel(anonymous))).toMatchObject({ kind: 'unauthenticated' })
    expect(await failureOf(cancel({ ...actor, impersonatedBy: 'an-admin' }))).toMatchObject({
      kind: 'forbidden',
    })
    await cancel(actorOf(await createUser(db)))
    expect(await isScheduled(ada.id)).toBe(true)
  })
})

describe('a due account', () => {
  test('is deleted with its sessions and files; the audit log keeps its id and the address gets a last mail', async () => {
    const { ada, token } = await createDue()
    const id = createId()
    await db
      .insert(file)
      .values({ id, purpose: 'profile-image', uploadedById: ada.id, contentType: 'image/webp', sizeBytes: 1 })
    await storage.put(id, Buffer.from('x'))
    await run()
    expect(await exists(ada.id)).toBe(false)
    expect((await readSession(db, token)).viewer).toBeNull()
    expect([await db.$count(file, eq(file.id, id)), await storage.open(id)]).toEqual([0, undefined])
    expect((await mailsTo(ada.email)).map(({ template }) => template)).toEqual([
      'deletionScheduled',
      'accountDeleted',
    ])
    expect((await auditOf(db, ada.id)).map(({ action }) => action)).toEqual([
      'user.requestDeletion',
      'user.delete',
    ])
  })

  test('is deleted once, on any number of instances', async () => {
    const { ada } = await createDue()
    expect((await Promise.all([run(), run(), run()])).reduce((sum, count) => sum + count)).toBe(1)
    expect((await mailsTo(ada.email)).filter(({ template }) => template === 'accountDeleted')).toHaveLength(1)
  })

  test('is either deleted or kept when its user cancels concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const { ada, actor } = await createDue()
      await Promise.all([run(), cancel(actor)])
      const kept = (await auditOf(db, ada.id)).some(({ action }) => action === 'user.cancelDeletion')
      expect([await exists(ada.id), await isScheduled(ada.id)]).toEqual([kept, false])
    }
  })

  test('of the last admin is canceled, and they are mailed why', async () => {
    const { ada } = await createDue()
    const { ada: ben } = await createDue()
    const role = sql`case when ${user.id} = ${ada.id} then 'admin' else 'user' end`
    await db.update(user).set({ role })
    await run()
    await createUser(db, { role: 'admin' })
    expect([await exists(ada.id), await isScheduled(ada.id), await exists(ben.id)]).toEqual([
      true,
      false,
      false,
    ])
    const last = (await mailsTo(ada.email)).at(-1)
    expect(last).toMatchObject({ template: 'deletionDenied' })
    expect(last?.text).toContain(translateTo('en')('administration:refused.lastAdmin'))
    expect((await auditOf(db, ada.id)).at(-1)).toMatchObject({ action: 'user.denyDeletion', actorId: null })
  })

  test('stays intact when its deletion fails, without blocking others', async () => {
    const { ada, token } = await createDue({ email: `${createId()}@example.com` })
    await db.update(user).set({ email: 'broken@' }).where(eq(user.id, ada.id))
    const { ada: ben } = await createDue()
    await run()
    expect([await exists(ada.id), await isScheduled(ada.id), await exists(ben.id)]).toEqual([
      true,
      true,
      false,
    ])
    expect((await readSession(db, token)).viewer).not.toBeNull()
  })
})
