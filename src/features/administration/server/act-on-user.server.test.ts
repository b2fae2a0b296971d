import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, type SignedInActor, anonymous } from '@plinth/core/access'
import { organization, session, user, verification } from '@plinth/core/database/server'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { promoteUser } from '@plinth/core/internal/auth/promote-user.server.ts'
import { readSession } from '@plinth/core/internal/auth/session.server.ts'
import { createId } from '@plinth/core/schema'
import { auditOf, whileAuditFails } from '@plinth/testing/expect-audit.ts'
import {
  actorOf,
  createOrganization,
  createSession,
  createUser,
  type TestUser,
} from '@plinth/testing/factories.ts'
import { createRows } from '@plinth/testing/feature-fixtures.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import {
  banUser,
  deleteUser,
  revokeUserSession,
  revokeUserSessions,
  setUserRole,
  unbanUser,
} from './act-on-user.server.ts'
import { preferred, speaks } from '@plinth/testing/languages.ts'

provideAllTexts()
const { db } = await openTestDatabase()
const secret = 'a secret of these tests'
const inAnHour = () => new Date(Date.now() + 3_600_000)
const spam = () => ({ reason: 'Spam in every post', expiresAt: inAnHour() })
const newAdmin = async () => actorOf(await createUser(db, { role: 'admin' }))
const ctxOf = (actor: Actor) => makeContext(db, actor)
const rowOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]
const sessionsOf = (userId: string) => db.$count(session, eq(session.userId, userId))
/** Makes these users the only admins, demoting any left over from other tests. */
const aloneAdministering = async (...ids: string[]) => {
  await db.update(user).set({ role: 'user' })
  for (const id of ids) await db.update(user).set({ role: 'admin' }).where(eq(user.id, id))
}

type Verb = (actor: Actor, userId: string) => Promise<unknown>
const verbs: Record<string, Verb> = {
  ban: (actor, userId) => banUser(ctxOf(actor), { userId, ...spam() }),
  unban: (actor, userId) => unbanUser(ctxOf(actor), { userId }),
  'revoke sessions': (actor, userId) => revokeUserSessions(ctxOf(actor), { userId }),
  'revoke a session': (actor, userId) => revokeUserSession(ctxOf(actor), { userId, sessionId: 'any' }),
  'set role': (actor, userId) => setUserRole(ctxOf(actor), { userId, role: 'admin' }),
  delete: (actor, userId) => deleteUser(ctxOf(actor), { userId }),
}

describe.each(Object.entries(verbs))('%s', (_, verb) => {
  test('is for admins only, and not while impersonating', async () => {
    const [admin, someUser] = [await newAdmin(), await createUser(db)]
    expect(await failureOf(verb(anonymous, someUser.id))).toMatchObject({ kind: 'unauthenticated' })
    expect(await failureOf(verb(actorOf(await createUser(db)), someUser.id))).toMatchObject({
      kind: 'forbidden',
    })
    expect(await failureOf(verb({ ...admin, impersonatedBy: 'another' }, someUser.id))).toMatchObject({
      kind: 'forbidden',
    })
    expect(await auditOf(db, someUser.id)).toEqual([])
  })

  test('throws not_found for an unknown user', async () => {
    expect(await failureOf(verb(await newAdmin(), createId()))).toMatchObject({
      kind: 'not_found',
      code: 'errors:notFound',
    })
  })

  test('is denied to an admin who was demoted, banned or deleted after the request arrived', async () => {
    const someUser = await createUser(db)
    const [demoted, banned, gone] = [await newAdmin(), await newAdmin(), await newAdmin()]
    await db.update(user).set({ role: 'user' }).where(eq(user.id, demoted.userId))
    await db.update(user).set({ banned: true }).where(eq(user.id, banned.userId))
    await db.delete(user).where(eq(user.id, gone.userId))
    for (const admin of [demoted, banned, gone])
      expect(await failureOf(verb(admin, someUser.id))).toMatchObject({ kind: 'forbidden' })
    expect(await auditOf(db, someUser.id)).toEqual([])
  })
})

describe('a ban', () => {
  test('revokes all sessions and links of the user, mails them and writes one audit entry', async () => {
    const [admin, someUser] = [await newAdmin(), await createUser(db, { language: preferred('de') })]
    await createSession(db, actorOf(someUser), { secret })
    await db
      .insert(verification)
      .values({ id: createId(), identifier: 'a link', value: someUser.id, expiresAt: inAnHour() })
    const ban = spam()
    expect(await banUser(ctxOf(admin), { userId: someUser.id, ...ban })).toEqual({ id: someUser.id })
    expect(await rowOf(someUser.id)).toMatchObject({
      banned: true,
      banReason: ban.reason,
      banExpires: ban.expiresAt,
    })
    expect([
      await sessionsOf(someUser.id),
      await db.$count(verification, eq(verification.value, someUser.id)),
    ]).toEqual([0, 0])
    expect(await auditOf(db, someUser.id)).toMatchObject([
      {
        action: 'user.ban',
        actorId: admin.userId,
        impersonatorId: null,
        details: { reason: ban.reason, expiresAt: ban.expiresAt.toISOString() },
      },
    ])
    const [sent] = await db.select().from(mail).where(eq(mail.to, someUser.email))
    expect(sent).toMatchObject({
      template: 'banned',
      language: preferred('de'),
      subject: expect.stringContaining(speaks('de') ? 'gesperrt' : 'banned') as string,
    })
    expect(sent?.text).toContain(ban.reason)
  })

  test('of an admin also ends their impersonation sessions', async () => {
    const [admin, other, someUser] = [await newAdmin(), await newAdmin(), await createUser(db)]
    await createSession(db, { ...actorOf(someUser), impersonatedBy: other.userId }, { secret })
    await createSession(db, actorOf(someUser), { secret })
    await banUser(ctxOf(admin), { userId: other.userId, ...spam() })
    expect(await sessionsOf(someUser.id)).toBe(1)
  })

  test('changes nothing when the audit entry cannot be written', async () => {
    const [admin, someUser] = [await newAdmin(), await createUser(db)]
    await whileAuditFails(db, async () => {
      await expect(banUser(ctxOf(admin), { userId: someUser.id, ...spam() })).rejects.toThrow()
    })
    expect(await rowOf(someUser.id)).toMatchObject({ banned: false })
    expect(await db.$count(mail, eq(mail.to, someUser.email))).toBe(0)
  })

  test('can be lifted; without a ban, lifting does nothing and is not logged', async () => {
    const [admin, someUser] = [await newAdmin(), await createUser(db)]
    await unbanUser(ctxOf(admin), { userId: someUser.id })
    await banUser(ctxOf(admin), { userId: someUser.id, ...spam() })
    await unbanUser(ctxOf(admin), { userId: someUser.id })
    expect(await rowOf(someUser.id)).toMatchObject({ banned: false, banReason: null, banExpires: null })
    expect((await auditOf(db, someUser.id)).map(({ action }) => action)).toEqual(['user.ban', 'user.unban'])
  })
})

describe('the signed-in admin', () => {
  test('cannot ban, delete or demote themselves', async () => {
    const [admin] = [await newAdmin(), await newAdmin()]
    const self = { kind: 'forbidden', code: 'administration:refused.self', params: {} }
    expect(await failureOf(banUser(ctxOf(admin), { userId: admin.userId, ...spam() }))).toEqual(self)
    expect(await failureOf(deleteUser(ctxOf(admin), { userId: admin.userId }))).toEqual(self)
    expect(await failureOf(setUserRole(ctxOf(admin), { userId: admin.userId, role: 'user' }))).toEqual(self)
    expect(await rowOf(admin.userId)).toMatchObject({ role: 'admin', banned: false })
  })

  test('keeps the current session when revoking their own sessions', async () => {
    const admin = await newAdmin()
    for (const id of [admin.sessionId, createId(), createId()]) await createSession(db, admin, { secret, id })
    expect(await revokeUserSessions(ctxOf(admin), { userId: admin.userId })).toEqual({
      id: admin.userId,
      ended: 2,
    })
    expect(await db.select({ id: session.id }).from(session).where(eq(session.userId, admin.userId))).toEqual(
      [{ id: admin.sessionId }],
    )
  })
})

describe('nobody impersonates an admin: impersonations of a user end', () => {
  const promotions: [string, (someUser: TestUser) => Promise<unknown>][] = [
    ['an admin', async ({ id }) => setUserRole(ctxOf(await newAdmin()), { userId: id, role: 'admin' })],
    ['the command line', ({ email }) => promoteUser(db, email)],
  ]
  test.each(promotions)('when they are made one by %s', async (_, promote) => {
    const [admin, someUser] = [await newAdmin(), await createUser(db)]
    const own = await createSession(db, actorOf(someUser), { secret })
    const borrowed = await createSession(
      db,
      { ...actorOf(someUser), impersonatedBy: admin.userId },
      { secret },
    )
    await promote(someUser)
    expect((await readSession(db, borrowed.token)).viewer).toBeNull()
    expect((await readSession(db, own.token)).viewer?.actor.role).toBe('admin')
    expect(await auditOf(db, someUser.id)).toContainEqual(
      expect.objectContaining({ action: 'user.stopImpersonating', impersonatorId: admin.userId }),
    )
  })
})

describe('sessions', () => {
  test('of a user are revoked, all or one; other users keep theirs', async () => {
    const [admin, someUser, other] = [await newAdmin(), await createUser(db), await createUser(db)]
    for (const id of ['one', 'two', 'three']) await createSession(db, actorOf(someUser), { secret, id })
    await createSession(db, actorOf(other), { secret, id: 'foreign' })
    expect(
      await failureOf(revokeUserSession(ctxOf(admin), { userId: someUser.id, sessionId: 'foreign' })),
    ).toMatchObject({ kind: 'not_found' })
    await revokeUserSession(ctxOf(admin), { userId: someUser.id, sessionId: 'one' })
    expect(await sessionsOf(someUser.id)).toBe(2)
    expect(await revokeUserSessions(ctxOf(admin), { userId: someUser.id })).toEqual({
      id: someUser.id,
      ended: 2,
    })
    expect(await sessionsOf(other.id)).toBe(1)
    expect((await auditOf(db, someUser.id)).map(({ details }) => details)).toEqual([
      { count: 1 },
      { count: 2 },
    ])
  })
})

describe('a role', () => {
  test('is granted and revoked; setting the current role does nothing', async () => {
    const [admin, someUser] = [await newAdmin(), await createUser(db)]
    const become = (role: 'admin' | 'user') => setUserRole(ctxOf(admin), { userId: someUser.id, role })
    for (const role of ['user', 'admin', 'admin', 'user'] as const) await become(role)
    expect(await rowOf(someUser.id)).toMatchObject({ role: 'user' })
    expect((await auditOf(db, someUser.id)).map(({ action, details }) => [action, details])).toEqual([
      ['user.setRole', { role: 'admin', roleBefore: 'user' }],
      ['user.setRole', { role: 'user', roleBefore: 'admin' }],
    ])
  })
})

describe('a deletion', () => {
  test('removes the user with their sessions, and keeps the organization they were a member of', async () => {
    const [admin, someUser, owner] = [await newAdmin(), await createUser(db), await createUser(db)]
    const team = await createOrganization(db, { owner, member: someUser })
    await createRows(db, actorOf(someUser, team))
    await createSession(db, actorOf(someUser), { secret })
    await deleteUser(ctxOf(admin), { userId: someUser.id })
    expect([await rowOf(someUser.id), await sessionsOf(someUser.id)]).toEqual([undefined, 0])
    expect(await db.$count(organization, eq(organization.id, team.id))).toBe(1)
    expect((await auditOf(db, someUser.id)).map(({ action }) => action)).toEqual(['user.delete'])
    expect(await failureOf(deleteUser(ctxOf(admin), { userId: someUser.id }))).toMatchObject({
      kind: 'not_found',
    })
  })
})

describe('administrators', () => {
  const takeAway: [string, (actor: SignedInActor, userId: string) => Promise<unknown>][] = [
    ['demoting', (actor, userId) => setUserRole(ctxOf(actor), { userId, role: 'user' })],
    ['banning', (actor, userId) => banUser(ctxOf(actor), { userId, ...spam() })],
    ['deleting', (actor, userId) => deleteUser(ctxOf(actor), { userId })],
  ]

  test.each(takeAway)('at least one remains when two are %s each other concurrently', async (_, act) => {
    for (let round = 0; round < 20; round += 1) {
      const [ada, ben] = [await newAdmin(), await newAdmin()]
      await aloneAdministering(ada.userId, ben.userId)
      expect(await outcomesOf([act(ada, ben.userId), act(ben, ada.userId)])).toEqual({ ok: 1, forbidden: 1 })
      const left = await db.select().from(user).where(eq(user.role, 'admin'))
      expect(left.filter(({ banned }) => !banned)).toHaveLength(1)
    }
  })

  test('at least one remains when many demote, ban and delete each other concurrently', async () => {
    const admins = await Promise.all(Array.from({ length: 6 }, newAdmin))
    await aloneAdministering(...admins.map(({ userId }) => userId))
    const acts = admins.flatMap((actor, at) =>
      takeAway.map(([, act], turn) => act(actor, admins[(at + 1 + turn) % 6]?.userId ?? '')),
    )
    await outcomesOf(acts)
    const left = await db.select().from(user).where(eq(user.role, 'admin'))
    expect(left.filter(({ banned }) => !banned).length).toBeGreaterThan(0)
  })

  test('one with an expired ban counts again', async () => {
    const [ada, ben] = [await newAdmin(), await newAdmin()]
    await aloneAdministering(ada.userId, ben.userId)
    await db
      .update(user)
      .set({ banned: true, banExpires: new Date(Date.now() - 1000) })
      .where(eq(user.id, ada.userId))
    await banUser(ctxOf(ada), { userId: ben.userId, ...spam() })
    expect(await rowOf(ben.userId)).toMatchObject({ banned: true })
  })
})
