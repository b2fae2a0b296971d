import { expect, test } from 'vitest'
import { avatarHue } from '#/lib/avatar-color.ts'
import { organization, user } from '#/identity/identity.table.server.ts'
import { createOrganization, createUser } from '@plinth/testing/factories.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { newIds, removeDemo } from './demo.server.ts'
import { demoUsers } from './demo-users.server.ts'

const { db } = await openTestDatabase()

test('removing the demo removes its users, and their organizations that nobody else has joined', async () => {
  const [one, other] = demoUsers.map(({ email }) => email)
  const [ada, ben] = [await createUser(db, { email: one }), await createUser(db, { email: other })]
  const visitor = await createUser(db)
  await createOrganization(db, { owner: ada, member: ben })
  const joined = await createOrganization(db, { owner: ben, member: visitor })
  const foreign = await createOrganization(db, { owner: visitor })
  expect(await removeDemo(db)).toBe(2)
  expect((await db.select({ id: user.id }).from(user)).map(({ id }) => id)).toEqual([visitor.id])
  const left = await db.select({ id: organization.id }).from(organization)
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([joined.id, foreign.id]))
})

test('no two people of the demo look alike', () => {
  const hues = [...newIds(demoUsers.map(({ email }) => email)).values()].map(avatarHue)
  expect(new Set(hues).size).toBe(demoUsers.length)
  const apart = hues.slice(0, 12).toSorted((one, other) => one - other)
  expect(apart.map((hue, index) => hue - 30 * index)).toEqual(Array.from({ length: 12 }, () => 5))
})
