import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { anonymous, type Actor, type SignedInActor } from '#/core/access/actor.ts'
import { session, user } from '#/core/identity/identity.table.server.ts'
import { accountDeletion } from '#/core/auth/ending/account-deletion.table.server.ts'
import { readSession } from '#/core/auth/session.server.ts'
import { mail } from '#/core/email/mail.table.server.ts'
import { deliverMail } from '#/core/email/send-mail.server.ts'
import { defineJob } from '#/core/jobs/jobs.server.ts'
import { prepareJobs } from '#/core/jobs/prepare-jobs.server.ts'
import { file } from '#/core/storage/file.table.server.ts'
import { createId } from '#/lib/create-id.ts'
import { auditOf, whileAuditFails } from '../../../../../tests/support/expect-audit.ts'
import { beforeAccountDeletion } from '../../../../../tests/support/before-account-deletion.ts'
import {
  actorOf,
  createOrganization,
  createSession,
  createTeam,
  createUser,
  type TestUser,
} from '../../../../../tests/support/factories.ts'
import { failureOf, outcomesOf } from '../../../../../tests/support/failure-of.ts'
import { makeContext } from '../../../../../tests/support/make-context.ts'
import { provideAllTexts } from '../../../../../tests/support/provide-all-texts.ts'
import { openTestDatabase, testLog } from '../../../../../tests/support/test-database.ts'
import { endDueAccounts } from './end-due-accounts.server.ts'
import { keepAccount, keepByLink } from './keep-account.server.ts'
import { requestEnd } from './request-end.server.ts'

provideAllTexts()
const { db, pool } = await openTestDatabase()
const { storage } = makeContext(db, anonymous)
beforeAll(async () => {
  await prepareJobs({ pool, jobs: [defineJob({ ...deliverMail, handler: async () => {} })] })
  // The last administrator is another one than those who go.
  await createUser(db, { role: 'admin' })
})

/** The person signed in, having just proved who they are. */
async function signedIn(
  person: TestUser,
  reauthenticatedAt: Date | null = new Date(),
): Promise<{ actor: SignedInActor; token: string }> {
  const { token } = await createSession(db, actorOf(person), { secret: 'x', reauthenticatedAt })
  const [row] = await db.select({ id: session.id }).from(session).where(eq(session.token, token))
  return { actor: { ...actorOf(person), sessionId: row?.id ?? '' }, token }
}

const ask = (actor: Actor, email: string) => requestEnd(makeContext(db, actor), { email })
const keep = (actor: Actor) => keepAccount(makeContext(db, actor))
const useLink = (word: string) => keepByLink(makeContext(db, anonymous), { word })
const run = () => endDueAccounts({ db, storage, log: testLog, beforeDeletion: beforeAccountDeletion })
const planned = async (id: string) => (await db.$count(accountDeletion, eq(accountDeletion.userId, id))) === 1
const exists = async (id: string) => (await db.$count(user, eq(user.id, id))) === 1
const mailsTo = async (email: string) => db.select().from(mail).where(eq(mail.to, email)).orderBy(mail.id)
const letTimePass = (id: string) =>
  db
    .update(accountDeletion)
    .set({ endsAt: new Date(Date.now() - 1_000) })
    .where(eq(accountDeletion.userId, id))
const wordOf = async ({ email }: TestUser) =>
  new URL((await mailsTo(email))[0]?.links[0] ?? '').searchParams.get('word') ?? ''

/** Somebody whose account was to go until a moment ago. */
async function createDue(values: Partial<TestUser> = {}) {
  const ada = await createUser(db, values)
  const { actor, token } = await signedIn(ada)
  await ask(actor, ada.email)
  await letTimePass(ada.id)
  return { ada, actor, token }
}

describe('asking for the end of one’s account', () => {
  test('plans it in 14 days, mails a link that undoes it, and leaves everything else as it is', async () => {
    const ada = await createUser(db, { language: 'es' })
    const { actor, token } = await signedIn(ada)
    const { endsAt } = await ask(actor, ada.email)
    expect(Math.abs(endsAt.getTime() - Date.now() - 14 * 86_400_000)).toBeLessThan(60_000)
    expect((await readSession(db, token)).viewer?.endsAt).toBe(endsAt.toISOString())
    expect(await mailsTo(ada.email)).toMatchObject([{ template: 'accountEnding', language: 'es' }])
    expect(await auditOf(db, ada.id)).toMatchObject([{ action: 'user.requestEnd', actorId: ada.id }])
    expect(JSON.stringify(await db.select().from(accountDeletion))).not.toContain(await wordOf(ada))
    await run()
    expect(await exists(ada.id)).toBe(true)
  })

  test('needs the own address, an authentication within the last ten minutes, and the person', async () => {
    const ada = await createUser(db)
    const { actor } = await signedIn(ada)
    const stale = await signedIn(ada, new Date(Date.now() - 11 * 60_000))
    expect(await failureOf(ask(actor, 'other@example.com'))).toMatchObject({
      kind: 'invalid',
      params: { field: 'email' },
    })
    expect(await failureOf(ask(stale.actor, ada.email))).toMatchObject({
      kind: 'forbidden',
      code: 'errors:reauthenticate',
    })
    expect(await failureOf(ask({ ...actor, impersonatedBy: 'an-admin' }, ada.email))).toMatchObject({
      kind: 'forbidden',
    })
    expect(await failureOf(ask(anonymous, ada.email))).toMatchObject({ kind: 'unauthenticated' })
    expect([await planned(ada.id), await mailsTo(ada.email)]).toEqual([false, []])
  })

  test('twice at once plans one day and sends one mail', async () => {
    const ada = await createUser(db)
    const { actor } = await signedIn(ada)
    const days = await Promise.all([ask(actor, ada.email), ask(actor, ada.email), ask(actor, ada.email)])
    expect(new Set(days.map(({ endsAt }) => endsAt.getTime())).size).toBe(1)
    expect(await mailsTo(ada.email)).toHaveLength(1)
  })

  test('is refused to the last owner of an organization in which others work, and to the last administrator', async () => {
    const { owner } = await createTeam(db)
    const [row] = await db.select().from(user).where(eq(user.id, owner.userId))
    if (!row) throw new Error('No owner')
    const { actor } = await signedIn(row)
    expect(await failureOf(ask(actor, row.email))).toEqual({
      kind: 'conflict',
      code: 'organizations:errors.ownerOfOthers',
      params: { organization: 'Acme' },
    })
    const alone = await createUser(db)
    await createOrganization(db, { owner: alone })
    const other = await createUser(db)
    await createOrganization(db, { owner: [alone, other] })
    expect(await outcomesOf([ask((await signedIn(alone)).actor, alone.email)])).toEqual({ ok: 1 })

    const lonely = await openTestDatabase()
    const admin = await createUser(lonely.db, { role: 'admin' })
    await createSession(lonely.db, actorOf(admin), { secret: 'x', reauthenticatedAt: new Date() })
    const [own] = await lonely.db.select({ id: session.id }).from(session)
    const asAdmin = makeContext(lonely.db, { ...actorOf(admin), sessionId: own?.id ?? '' })
    expect(await failureOf(requestEnd(asAdmin, { email: admin.email }))).toMatchObject({
      kind: 'conflict',
      code: 'administration:refused.lastAdmin',
    })
  })

  test('plans nothing when its mail or its entry in the log can’t be written', async () => {
    const [ada, odd] = [await createUser(db), await createUser(db, { email: 'odd@' })]
    const { actor } = await signedIn(ada)
    await whileAuditFails(db, () => expect(ask(actor, ada.email)).rejects.toThrow())
    await expect(ask((await signedIn(odd)).actor, odd.email)).rejects.toThrow()
    expect([await planned(ada.id), await planned(odd.id), await mailsTo(ada.email)]).toEqual([
      false,
      false,
      [],
    ])
  })
})

describe('an account that is kept', () => {
  test('by its person stays; doing so twice is one entry in the log', async () => {
    const { ada, actor, token } = await createDue()
    await Promise.all([keep(actor), keep(actor)])
    await run()
    expect([await exists(ada.id), await planned(ada.id)]).toEqual([true, false])
    expect((await readSession(db, token)).viewer?.endsAt).toBeNull()
    expect((await auditOf(db, ada.id)).map(({ action }) => action)).toEqual(['user.requestEnd', 'user.keep'])
  })

  test('by the mailed link stays, signed in or not; the link works once and no other word does', async () => {
    const { ada } = await createDue()
    expect(await failureOf(useLink('a-wrong-word'))).toMatchObject({
      kind: 'not_found',
      code: 'account:keep.over',
    })
    const word = await wordOf(ada)
    expect(await outcomesOf([useLink(word), useLink(word)])).toEqual({ ok: 1, not_found: 1 })
    expect(await planned(ada.id)).toBe(false)
    expect((await auditOf(db, ada.id)).at(-1)).toMatchObject({ action: 'user.keep', actorId: ada.id })
  })

  test('is not kept by a stranger, nor by an admin who acts as the person', async () => {
    const { ada, actor } = await createDue()
    expect(await failureOf(keep(anonymous))).toMatchObject({ kind: 'unauthenticated' })
    expect(await failureOf(keep({ ...actor, impersonatedBy: 'an-admin' }))).toMatchObject({
      kind: 'forbidden',
    })
    await keep(actorOf(await createUser(db)))
    expect(await planned(ada.id)).toBe(true)
  })
})

describe('an account whose day has come', () => {
  test('is gone with its sessions and files; the log keeps its id and the address gets a last mail', async () => {
    const { ada, token } = await createDue()
    const id = createId()
    await db
      .insert(file)
      .values({ id, purpose: 'profile-image', uploadedById: ada.id, contentType: 'image/webp', sizeBytes: 1 })
    await storage.put(id, Buffer.from('x'))
    await run()
    expect(await exists(ada.id)).toBe(false)
    expect((await readSession(db, token)).viewer).toBeNull()
    expect([await db.$count(file, eq(file.id, id)), await storage.get(id)]).toEqual([0, undefined])
    expect((await mailsTo(ada.email)).map(({ template }) => template)).toEqual([
      'accountEnding',
      'accountEnded',
    ])
    expect((await auditOf(db, ada.id)).map(({ action }) => action)).toEqual([
      'user.requestEnd',
      'user.delete',
    ])
  })

  test('ends once, however many instances look at it', async () => {
    const { ada } = await createDue()
    expect((await Promise.all([run(), run(), run()])).reduce((sum, count) => sum + count)).toBe(1)
    expect((await mailsTo(ada.email)).filter(({ template }) => template === 'accountEnded')).toHaveLength(1)
  })

  test('goes or is kept, never half of both, when its person decides at that very moment', async () => {
    for (let round = 0; round < 10; round++) {
      const { ada, actor } = await createDue()
      await Promise.all([run(), keep(actor)])
      const kept = (await auditOf(db, ada.id)).some(({ action }) => action === 'user.keep')
      expect([await exists(ada.id), await planned(ada.id)]).toEqual([kept, false])
    }
  })

  test('stays when its person has become the last owner among others meanwhile, and is told why', async () => {
    const { ada } = await createDue()
    const { ada: ben } = await createDue()
    await createOrganization(db, { owner: ada, member: await createUser(db) })
    await run()
    expect([await exists(ada.id), await planned(ada.id), await exists(ben.id)]).toEqual([true, false, false])
    expect((await mailsTo(ada.email)).at(-1)).toMatchObject({ template: 'accountNotEnded' })
    expect((await mailsTo(ada.email)).at(-1)?.text).toContain('Acme')
    expect((await auditOf(db, ada.id)).at(-1)).toMatchObject({ action: 'user.keepUnasked', actorId: null })
  })

  test('that can’t be deleted as a whole stays whole, and holds up no other', async () => {
    const { ada, token } = await createDue({ email: `${createId()}@example.com` })
    await db.update(user).set({ email: 'broken@' }).where(eq(user.id, ada.id))
    const { ada: ben } = await createDue()
    await run()
    expect([await exists(ada.id), await planned(ada.id), await exists(ben.id)]).toEqual([true, true, false])
    expect((await readSession(db, token)).viewer).not.toBeNull()
  })
})
