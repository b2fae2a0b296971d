import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeAppRouter } from '@plinth/core/app/server'
import type { SignedInActor } from '@plinth/core/access'
import { auditLog } from '@plinth/core/verb/server'
import { openDatabase } from '@plinth/core/internal/db/database.server.ts'
import { invitation, user } from '@plinth/core/database/server'
import { createCallerFactory } from '@plinth/core/internal/trpc/trpc.server.ts'
import { createId } from '@plinth/core/schema'
import { outcomeOf, raceEveryMutation } from '@plinth/testing/every-mutation.ts'
import {
  actorOf,
  createOrganization,
  createUser,
  type TestOrganization,
  type TestUser,
} from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { prepareQueues } from '@plinth/testing/prepare-queues.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { provideServices } from '@plinth/testing/provide-services.ts'
import { rowsWith } from '@plinth/testing/rows-with.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'

const appRouter = await makeAppRouter()

provideAllTexts()
const { db, pool, connection } = await openTestDatabase()
beforeAll(async () => {
  await prepareQueues({ pool })
  await provideServices(db)
})

const newAddress = () => `${createId()}@example.org`
const as = (actor: SignedInActor) => createCallerFactory(appRouter)(makeContext(db, actor))

async function invited(organization: TestOrganization, owner: TestUser, { email }: TestUser) {
  return (await as(actorOf(owner, organization)).organizations.invite({ email, role: 'member' })).id
}

test('a deleted account leaves its address in an open invitation, which belongs to the holder of the mailbox, and in no other row', async () => {
  const [admin, ben] = [await createUser(db, { role: 'admin' }), await createUser(db)]
  const zora = await createUser(db, { name: 'Zora Quillfeather', email: 'zora.quillfeather@example.com' })
  const [acme, joined, declined, open] = [
    await createOrganization(db, { owner: [ben, zora] }),
    await createOrganization(db, { owner: ben }),
    await createOrganization(db, { owner: ben }),
    await createOrganization(db, { owner: ben }),
  ]
  await as(actorOf(zora)).organizations.acceptInvitation({ id: await invited(joined, ben, zora) })
  await as(actorOf(zora)).organizations.declineInvitation({ id: await invited(declined, ben, zora) })
  const stillOpen = await invited(open, ben, zora)
  await as(actorOf(zora, acme)).organizations.invite({ email: 'else@example.com', role: 'member' })
  await as(actorOf(admin)).admin.users.delete({ userId: zora.id })
  expect(await rowsWith(db, 'quillfeather')).toMatchObject({
    invitation: [expect.stringContaining(stillOpen)],
  })
  await db.delete(invitation).where(eq(invitation.id, stillOpen))
  expect(Object.keys(await rowsWith(db, 'quillfeather')).toSorted()).toEqual(['limit_counter', 'mail'])
})

test('an organization and an account whose rows take long to delete are deleted', async () => {
  const limited = openDatabase({ ...connection, statement_timeout: 2_000, query_timeout: 2_500 }, testLog)
  onTestFinished(() => limited.close())
  const [admin, ada] = [await createUser(db, { role: 'admin' }), await createUser(db)]
  const acme = await createOrganization(db, { owner: [ada, admin] })
  await db.execute(sql`
    create function wait_long() returns trigger language plpgsql as 'begin perform pg_sleep(3); return old; end'`)
  await db.execute(sql`create trigger wait_long before delete on member execute function wait_long()`)
  onTestFinished(async () => void (await db.execute(sql`drop function wait_long cascade`)))
  const by = (actor: SignedInActor) => createCallerFactory(appRouter)(makeContext(limited.db, actor))
  await by(actorOf(ada, acme)).organizations.delete({ id: acme.id })
  await by(actorOf(admin)).admin.users.delete({ userId: ada.id })
  expect(await db.$count(user, eq(user.id, ada.id))).toBe(0)
})

test('the log of an organization has everyone who left and every invitation revoked, and nothing of another organization', async () => {
  const [admin, ben, cleo, dan] = [
    await createUser(db, { role: 'admin' }),
    await createUser(db),
    await createUser(db),
    await createUser(db),
  ]
  const acme = await createOrganization(db, { owner: [ben, cleo], admin: dan })
  const home = await createOrganization(db, { owner: ben, member: admin })
  await createOrganization(db, { owner: cleo })
  await as(actorOf(cleo, acme)).organizations.invite({ email: newAddress(), role: 'owner' })
  await as(actorOf(dan, acme)).organizations.invite({ email: newAddress(), role: 'member' })
  await as(actorOf(ben, acme)).organizations.setMemberRole({ userId: cleo.id, role: 'member' })
  await as(actorOf(admin, home)).admin.users.delete({ userId: cleo.id })
  await as(actorOf(admin, home)).admin.users.delete({ userId: dan.id })
  expect(await logOf(acme)).toEqual([
    ['invitation.create', cleo.id],
    ['invitation.create', dan.id],
    ['invitation.cancel', ben.id],
    ['member.changeRole', ben.id],
    ['member.remove', admin.id],
    ['invitation.cancel', admin.id],
    ['member.remove', admin.id],
  ])
  expect(await logOf(home)).toEqual([])
})

async function logOf(organization: TestOrganization) {
  const entries = await db
    .select({ action: auditLog.action, actorId: auditLog.actorId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.organizationId, organization.id),
        inArray(auditLog.targetType, ['member', 'invitation']),
      ),
    )
    .orderBy(auditLog.at, auditLog.id)
  return entries.map(({ action, actorId }) => [action, actorId])
}

test('every mutation, raced with the deletion of its organization, either happens or is refused, and leaves no file', async () => {
  await raceEveryMutation(db, {
    isInOrganization: true,
    deletion: ({ ben, acme }) =>
      outcomeOf(db, actorOf(ben, acme), { name: 'organizations.delete', input: { id: acme.id } }),
  })
})
