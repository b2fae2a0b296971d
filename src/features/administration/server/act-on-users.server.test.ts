import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { anonymous } from '@plinth/core/access'
import { session, user } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { actorOf, createSession, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { banUsers, revokeSessionsOfUsers, unbanUsers } from './act-on-users.server.ts'
import { banUsersInput, banUserInput, userIdsInput } from '../administration.schema.ts'

provideAllTexts()
const { db } = await openTestDatabase()
const admin = actorOf(await createUser(db, { role: 'admin' }))
const ctx = makeContext(db, admin)
const ban = () => ({ reason: 'Spam', expiresAt: new Date(Date.now() + 60_000) })

test('bans and unbans many users; a failure does not affect the others and is returned with its reason', async () => {
  const someUsers = await Promise.all([createUser(db), createUser(db), createUser(db)])
  const ids = someUsers.map(({ id }) => id)
  const unknown = createId()
  const answer = await banUsers(ctx, { userIds: [unknown, ...ids, admin.userId], ...ban() })
  expect(answer).toEqual({
    done: ids,
    refused: [
      { id: unknown, code: 'errors:notFound', params: {} },
      { id: admin.userId, code: 'administration:refused.self', params: {} },
    ],
  })
  const banned = () => db.select({ banned: user.banned }).from(user).where(inArray(user.id, ids))
  expect(await banned()).toEqual([{ banned: true }, { banned: true }, { banned: true }])
  expect(await unbanUsers(ctx, { userIds: ids })).toEqual({ done: ids, refused: [] })
  expect(await banned()).toEqual([{ banned: false }, { banned: false }, { banned: false }])
  for (const id of ids)
    expect((await auditOf(db, id)).map(({ action }) => action)).toEqual(['user.ban', 'user.unban'])
})

test('revokes the sessions of many users', async () => {
  const someUsers = await Promise.all([createUser(db), createUser(db)])
  for (const someUser of someUsers) await createSession(db, actorOf(someUser), { secret: 'any' })
  const userIds = someUsers.map(({ id }) => id)
  expect(await revokeSessionsOfUsers(ctx, { userIds })).toEqual({ done: userIds, refused: [] })
  expect(await db.$count(session, inArray(session.userId, userIds))).toBe(0)
})

test('stops for an admin who was demoted after the request arrived', async () => {
  const [boss, first, second] = [
    actorOf(await createUser(db, { role: 'admin' })),
    await createUser(db),
    await createUser(db),
  ]
  await db.update(user).set({ role: 'user' }).where(eq(user.id, boss.userId))
  const { done, refused } = await banUsers(makeContext(db, boss), {
    userIds: [first.id, second.id],
    ...ban(),
  })
  expect([done, refused.map(({ code }) => code)]).toEqual([[], ['errors:forbidden', 'errors:forbidden']])
})

test('is for administrators only', async () => {
  const someUser = actorOf(await createUser(db))
  for (const act of [banUsers, unbanUsers, revokeSessionsOfUsers]) {
    const input = { userIds: [someUser.userId], ...ban() }
    expect(await failureOf((async () => act(makeContext(db, anonymous), input))())).toMatchObject({
      kind: 'unauthenticated',
    })
    expect(await failureOf((async () => act(makeContext(db, someUser), input))())).toMatchObject({
      kind: 'forbidden',
    })
  }
})

test.each([
  ['expiresAt', { expiresAt: undefined }, 'administration:refused.expirationRequired'],
  ['expiresAt', { expiresAt: null }, 'administration:refused.expirationRequired'],
  ['expiresAt', { expiresAt: '2099-01-01' }, 'administration:refused.expirationRequired'],
  ['expiresAt', { expiresAt: new Date(Date.now() - 1) }, 'administration:refused.expirationPast'],
  [
    'expiresAt',
    { expiresAt: new Date('99999-01-01T00:00:00Z') },
    'administration:refused.expirationRequired',
  ],
  ['reason', { reason: ' ' }, 'errors:required'],
  ['reason', { reason: 'x'.repeat(501) }, 'errors:tooLong'],
])('a ban with a wrong %s is invalid at that field: %j', (field, values, code) => {
  const [issue] = banUserInput.safeParse({ userId: 'any', ...ban(), ...values }).error?.issues ?? []
  expect([issue?.path, issue?.message]).toEqual([[field], code])
})

test('one request takes at most a hundred users, without duplicates', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `id${at}`)
  expect(userIdsInput.parse({ userIds: ['a', 'b', 'a'] })).toEqual({ userIds: ['a', 'b'] })
  expect(userIdsInput.safeParse({ userIds: ids(101) }).success).toBe(false)
  expect(banUsersInput.safeParse({ userIds: [], ...ban() }).success).toBe(false)
  expect(userIdsInput.parse({ userIds: ids(100) }).userIds).toHaveLength(100)
})
