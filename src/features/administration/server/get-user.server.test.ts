import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { account } from '@plinth/core/database/server'
import { writeAudit } from '@plinth/core/verb/server'
import { createId } from '@plinth/core/schema'
import { actorOf, createOrganization, createSession, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { getUser } from './get-user.server.ts'
import { preferred } from '@plinth/testing/languages.ts'

provideAllTexts()
const { db } = await openTestDatabase()
const admin = actorOf(await createUser(db, { role: 'admin' }))
const get = (id: string, actor: Actor = admin) => getUser(makeContext(db, actor), { id })

test('admins see a user with sessions, organizations, sign-in methods and the newest audit entries', async () => {
  const someUser = await createUser(db, { language: preferred('pt') })
  const team = await createOrganization(db, { admin: someUser })
  const agent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
  await createSession(db, actorOf(someUser), {
    secret: 'any',
    id: 'open',
    userAgent: agent,
    ipAddress: '192.0.2.1',
  })
  await createSession(db, actorOf(someUser), {
    secret: 'any',
    id: 'over',
    expiresAt: new Date(Date.now() - 1000),
  })
  await createSession(
    db,
    { ...actorOf(someUser), impersonatedBy: admin.userId },
    { secret: 'any', id: 'borrowed', updatedAt: new Date(0) },
  )
  await db.insert(account).values({
    id: createId(),
    accountId: 'x',
    providerId: 'google',
    userId: someUser.id,
    accessToken: 'secret of google',
  })
  await db.insert(account).values({
    id: createId(),
    accountId: someUser.id,
    providerId: 'credential',
    userId: someUser.id,
    password: 'a hash',
  })
  for (let count = 0; count < 12; count += 1) {
    const action = `user.act${count}`
    await db.transaction((tx) =>
      writeAudit(tx, actorOf(someUser), { action, target: { type: 'user', id: someUser.id } }),
    )
    // Entries of the same millisecond have no defined order.
    await pause(2)
  }
  const seen = await get(someUser.id)
  expect(seen).toMatchObject({
    id: someUser.id,
    language: preferred('pt'),
    image: null,
    twoFactorEnabled: false,
    banned: false,
  })
  expect(seen.sessions).toMatchObject([
    { id: 'open', browser: 'Chrome', system: 'Linux', ip: '192.0.2.1', impersonated: false, current: false },
    { id: 'borrowed', impersonated: true },
  ])
  expect(seen.organizations).toEqual([{ id: team.id, name: team.name, slug: team.slug, role: 'admin' }])
  expect(seen.ways).toContainEqual({ name: 'password' })
  expect(seen.audit.map(({ action }) => action)).toEqual(
    Array.from({ length: 10 }, (_, at) => `user.act${11 - at}`),
  )
  expect(JSON.stringify(seen)).not.toMatch(/secret of google|a hash|token/)
})

test('the entries of a user cannot be crowded out by targets that others named after their id', async () => {
  const [someUser, stranger] = [await createUser(db), actorOf(await createUser(db))]
  const did = (action: string, type: string) =>
    db.transaction((tx) => writeAudit(tx, stranger, { action, target: { type, id: someUser.id } }))
  await did('user.ban', 'user')
  // Clients choose the ids of chats.
  for (let count = 0; count < 12; count += 1) await did('chat.delete', 'chat')
  expect((await get(someUser.id)).audit.map(({ action }) => action)).toEqual(['user.ban'])
})

test('throws not_found for an unknown user, and is for admins only', async () => {
  expect(await failureOf(get(createId()))).toMatchObject({ kind: 'not_found' })
  const someUser = actorOf(await createUser(db))
  expect(await failureOf(get(someUser.userId, someUser))).toMatchObject({ kind: 'forbidden' })
  expect(await failureOf(get(someUser.userId, anonymous))).toMatchObject({ kind: 'unauthenticated' })
})
