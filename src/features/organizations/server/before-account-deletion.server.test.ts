import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { anonymous } from '#/core/access/actor.ts'
import { member, organization, user } from '#/core/identity/identity.table.server.ts'
import { openDatabase } from '#/core/db/database.server.ts'
import {
  createOrganization,
  createTeam,
  createUser,
  type TestUser,
} from '../../../../tests/support/factories.ts'
import { failureOf, outcomesOf } from '../../../../tests/support/failure-of.ts'
import { openTestDatabase, testLog } from '../../../../tests/support/test-database.ts'
import { beforeAccountDeletion } from './before-account-deletion.server.ts'

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
  const other = openDatabase(connection, testLog)
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
