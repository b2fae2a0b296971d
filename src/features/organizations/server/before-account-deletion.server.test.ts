import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { anonymous } from '@plinth/core/access'
import { member, organization, user } from '@plinth/core/database/server'
import { openDatabase } from '@plinth/core/internal/db/database.server.ts'
import { createOrganization, createTeam, createUser, type TestUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { openTestDatabase, PATIENT, testLog } from '@plinth/testing/test-database.ts'
import { beforeAccountDeletion } from './before-account-deletion.server.ts'
import { refuseAccountDeletion } from './refuse-account-deletion.server.ts'

const { db, connection } = await openTestDatabase()
const exists = async (id: string) => (await db.$count(organization, eq(organization.id, id))) === 1

const deleteAccount = ({ id }: Pick<TestUser, 'id'>, handle = db) =>
  handle.transaction(async (tx) => {
    await beforeAccountDeletion(tx, anonymous, id)
    await tx.delete(user).where(eq(user.id, id))
  })

test('the last owner of an organization with other members cannot be deleted, nor any organization with them', async () => {
  const { organization: acme, owner } = await createTeam(db)
  const alone = await createOrganization(db)
  await db
    .insert(member)
    .values({ id: alone.id, organizationId: alone.id, userId: owner.userId, role: 'owner' })
  expect(await failureOf(deleteAccount({ id: owner.userId }))).toEqual({
    kind: 'conflict',
    code: 'organizations:errors.ownerOfOthers',
    params: { organization: 'Acme' },
  })
  expect([await exists(acme.id), await exists(alone.id)]).toEqual([true, true])
})

test('an organization is deleted with its only member, others stay', async () => {
  const [ada, ben] = [await createUser(db), await createUser(db)]
  const alone = await createOrganization(db, { owner: ada })
  const shared = await createOrganization(db, { owner: [ada, ben] })
  const guest = await createOrganization(db, { owner: ben, member: ada })
  await deleteAccount(ada)
  expect([await exists(alone.id), await exists(shared.id), await exists(guest.id)]).toEqual([
    false,
    true,
    true,
  ])
})

test('deleting two owners in parallel, on two instances, leaves one', async () => {
  const other = openDatabase({ ...connection, ...PATIENT }, testLog)
  for (let round = 0; round < 20; round++) {
    const [ada, ben, cleo] = [await createUser(db), await createUser(db), await createUser(db)]
    const { id } = await createOrganization(db, { owner: [ada, ben], member: cleo })
    expect(await outcomesOf([deleteAccount(ada), deleteAccount(ben, other.db)])).toEqual({
      ok: 1,
      conflict: 1,
    })
    expect(await db.$count(member, and(eq(member.organizationId, id), eq(member.role, 'owner')))).toBe(1)
  }
  await other.close()
})

test('a deletion concurrent with a transfer of ownership leaves one owner', async () => {
  for (let round = 0; round < 20; round++) {
    const [ada, owner] = [await createUser(db), await createUser(db)]
    const { id } = await createOrganization(db, { owner, member: ada })
    const ofAda = and(eq(member.organizationId, id), eq(member.userId, ada.id))
    const takeOver = db.transaction(async (tx) => {
      await tx.select().from(organization).where(eq(organization.id, id)).for('update')
      const taken = await tx.update(member).set({ role: 'owner' }).where(ofAda).returning({ id: member.id })
      if (taken.length === 0) throw new Error('The user is no member any more')
      await tx.update(member).set({ role: 'member' }).where(eq(member.userId, owner.id))
    })
    await Promise.allSettled([takeOver, deleteAccount(ada)])
    expect(await db.$count(member, and(eq(member.organizationId, id), eq(member.role, 'owner')))).toBe(1)
  }
})

test('a deletion is not even scheduled for the last owner of an organization with other members', async () => {
  const { owner, admin } = await createTeam(db)
  const refuse = (userId: string) => db.transaction((tx) => refuseAccountDeletion(tx, userId))
  expect(await failureOf(refuse(owner.userId))).toMatchObject({
    code: 'organizations:errors.ownerOfOthers',
    params: { organization: 'Acme' },
  })
  await refuse(admin.userId)
  const alone = await createUser(db)
  await createOrganization(db, { owner: alone })
  await refuse(alone.id)
})
