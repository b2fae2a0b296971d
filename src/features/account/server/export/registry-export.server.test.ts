import { sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import { writeAudit } from '@plinth/core/verb/server'
import { account } from '@plinth/core/database/server'
import { deliverMail } from '@plinth/core/mail/server'
import { defineJob } from '@plinth/core/jobs/server'
import { prepareJobs } from '@plinth/core/internal/jobs/prepare-jobs.server.ts'
import { createCallerFactory } from '@plinth/core/internal/trpc/trpc.server.ts'
import { downloadExport, exportAccountJob } from '#/features/account/index.server.ts'
import { createId } from '@plinth/core/schema'
import { file } from '@plinth/core/files/server'
import { actorOf, createOrganization, createSession, createUser } from '@plinth/testing/factories.ts'
import { createRows, featureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { makeAppRouter } from '@plinth/core/app/server'
import { installed } from '@plinth/core/feature/server'

const appRouter = await makeAppRouter()

provideAllTexts()
const { db, pool } = await openTestDatabase()
const { storage } = makeContext(db, { kind: 'anonymous' })
const job = exportAccountJob({ storage, content: installed().accountExport })
beforeAll(() => prepareJobs({ pool, jobs: [job, defineJob({ ...deliverMail, handler: async () => {} })] }))

async function exported(actor: SignedInActor): Promise<Record<string, unknown>> {
  const context = makeContext(db, actor)
  const { id } = await createCallerFactory(appRouter)(context).account.export()
  await job.handler({ db, log: testLog, signal: context.signal, attempt: 1 }, { exportId: id })
  const { stored } = await downloadExport(context, { id })
  const bytes = await new Response(stored.stream()).bytes()
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [
      name,
      name.endsWith('.json') ? (JSON.parse(strFromU8(content)) as unknown) : strFromU8(content),
    ]),
  )
}

/** Creates a user with data in every feature, next to other users' data in the same workspaces. */
async function createUserWithData() {
  const [ada, ben] = [await createUser(db, { name: 'Ada Lovelace' }), await createUser(db)]
  const acme = await createOrganization(db, { owner: ben, member: ada })
  const left = await createOrganization(db, { owner: [ben, ada] })
  const own = actorOf(ada)
  const mine = await Promise.all(featureFixtures.map(async ({ rows }) => (await rows?.(db, own)) ?? []))
  await createRows(db, actorOf(ada, acme))
  const foreign = [
    ...(await createRows(db, actorOf(ada, left))),
    ...(await createRows(db, actorOf(ben, acme))),
    ...(await createRows(db, actorOf(ben))),
  ]
  await db.execute(sql`delete from member where user_id = ${ada.id} and organization_id = ${left.id}`)
  for (const { id } of await db.select({ id: file.id }).from(file))
    await storage.put(id, Buffer.from('the words of a file'))
  await db.insert(account).values({
    id: createId(),
    accountId: ada.id,
    providerId: 'credential',
    userId: ada.id,
    password: 'a-hash-of-a-password',
  })
  const { token } = await createSession(db, own, { secret: 'x', ipAddress: '203.0.113.7' })
  await createSession(db, { ...own, impersonatedBy: ben.id }, { secret: 'x', ipAddress: '198.51.100.9' })
  await db.transaction((tx) =>
    writeAudit(tx, own, { action: 'post.create', target: { type: 'post', id: 'p' } }),
  )
  return { ada, actor: own, token, mine, foreign }
}

test('an export holds all data of the user as files, but no data of others and no credentials', async () => {
  const { ada, actor, token, mine, foreign } = await createUserWithData()
  const files = await exported(actor)
  const expected = (await installed().accountExport(db, ada.id)).map(({ path }) => path)
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['activity.json', 'profile.json', 'sessions.json', ...expected]),
  )
  expect(files['profile.json']).toMatchObject({ id: ada.id, name: 'Ada Lovelace', email: ada.email })
  expect(files['sessions.json']).toMatchObject([{ ip: '203.0.113.7' }])
  expect((files['activity.json'] as { action: string }[]).map(({ action }) => action)).toEqual([
    'user.export',
    'post.create',
  ])
  const everything = JSON.stringify(files)
  for (const ids of mine)
    if (ids.length > 0) expect(ids.filter((id) => everything.includes(id))).not.toEqual([])
  for (const secret of [token, 'a-hash-of-a-password', '198.51.100.9', ...foreign])
    expect(everything).not.toContain(secret)
})
