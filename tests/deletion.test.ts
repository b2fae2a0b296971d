// What the deletion of an account leaves behind, and what it races with.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { makeAppRouter } from '@plinth/core/app/server'
import { installed } from '@plinth/core/feature/server'
import { type SignedInActor, anonymous } from '@plinth/core/access'
import { type Storage, installation } from '@plinth/core/files/server'
import { sweepFiles } from '@plinth/core/internal/storage/sweep-files.server.ts'
import { createCallerFactory } from '@plinth/core/internal/trpc/trpc.server.ts'
import { exportAccountJob } from '#/features/account/index.server.ts'
import { exportUsers } from '#/features/administration/server/export-users.server.ts'
import { createId } from '@plinth/core/schema'
import { outcomeOf, raceEveryMutation } from '@plinth/testing/every-mutation.ts'
import { actorOf, createOrganization, createSession, createUser } from '@plinth/testing/factories.ts'
import { createRows } from '@plinth/testing/feature-fixtures.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { prepareQueues } from '@plinth/testing/prepare-queues.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { provideServices } from '@plinth/testing/provide-services.ts'
import { rowsWith } from '@plinth/testing/rows-with.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'

const appRouter = await makeAppRouter()

provideAllTexts()
const { db, pool } = await openTestDatabase()
const { storage } = makeContext(db, anonymous)
beforeAll(async () => {
  await prepareQueues({ pool, storage })
  await db.insert(installation).values({ id: createId(), createdAt: sql`now() - interval '10 days'` })
  await provideServices(db)
})

const as = (actor: SignedInActor) => createCallerFactory(appRouter)(makeContext(db, actor))

test('a deleted account leaves its name and address only in sent mail', async () => {
  const [admin, ben] = [await createUser(db, { role: 'admin' }), await createUser(db)]
  const zora = await createUser(db, {
    name: 'Zora Quillfeather',
    firstName: 'Zora',
    lastName: 'Quillfeather',
    email: 'zora.quillfeather@example.com',
  })
  const [acme, solo] = [
    await createOrganization(db, { owner: [ben, zora] }),
    await createOrganization(db, { owner: zora }),
  ]
  for (const actor of [actorOf(zora), actorOf(zora, acme), actorOf(zora, solo)]) {
    await createSession(db, actor, { secret: 'x' })
    await createRows(db, actor)
  }
  await as(actorOf(zora)).account.export()
  const asAdmin = makeContext(db, actorOf(admin))
  for await (const _ of exportUsers(asAdmin, { search: zora.email, sort: 'createdAt', direction: 'desc' }));
  await as(actorOf(admin)).admin.users.ban({
    userId: zora.id,
    reason: 'Spam',
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  await as(actorOf(admin)).admin.users.delete({ userId: zora.id })
  expect(Object.keys(await rowsWith(db, 'quillfeather')).toSorted()).toEqual(['mail'])
})

test('every mutation, raced with the deletion of its account, either happens or is refused, and leaves no file', async () => {
  await raceEveryMutation(db, {
    isInOrganization: false,
    deletion: ({ admin, ada }) =>
      outcomeOf(db, actorOf(admin), { name: 'admin.users.delete', input: { userId: ada.id } }),
  })
})

test('the bytes of an export that was written while its account was deleted are gone a day later', async () => {
  const [admin, ada] = [await createUser(db, { role: 'admin' }), await createUser(db)]
  const { id: exportId } = await as(actorOf(ada)).account.export()
  const written: string[] = []
  const slow: Storage = {
    ...storage,
    async put(id, content) {
      await as(actorOf(admin)).admin.users.delete({ userId: ada.id })
      await storage.put(id, content)
      written.push(id)
    },
  }
  const context = { db, log: testLog, signal: new AbortController().signal, attempt: 1 }
  await exportAccountJob({ storage: slow, content: installed().accountExport }).handler(context, { exportId })
  expect(written).toHaveLength(1)
  const aDayAgo = new Date(Date.now() - 25 * 3_600_000)
  const later: Storage = {
    ...storage,
    async *list() {
      for await (const stored of storage.list())
        yield stored.map((found) => ({ ...found, writtenAt: aDayAgo }))
    },
  }
  await sweepFiles({ db, storage: later, log: testLog })
  expect(await storage.open(written[0] ?? '')).toBeUndefined()
})
