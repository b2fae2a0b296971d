import { sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import type { SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { account } from '#/core/identity/identity.table.server.ts'
import { deliverMail } from '#/core/email/send-mail.server.ts'
import { defineJob } from '#/core/jobs/jobs.server.ts'
import { prepareJobs } from '#/core/jobs/prepare-jobs.server.ts'
import { createCallerFactory } from '#/core/trpc/trpc.server.ts'
import { downloadExport, exportAccountJob } from '#/features/account/index.server.ts'
import { createId } from '#/lib/create-id.ts'
import {
  actorOf,
  createDocument,
  createOrganization,
  createPost,
  createSession,
  createUser,
} from '../../../tests/support/factories.ts'
import { makeContext } from '../../../tests/support/make-context.ts'
import { provideAllTexts } from '../../../tests/support/provide-all-texts.ts'
import { openTestDatabase, testLog } from '../../../tests/support/test-database.ts'
import { installed } from './installed.server.ts'
import { appRouter } from './router.server.ts'

provideAllTexts()
const { db, pool } = await openTestDatabase()
const { storage } = makeContext(db, { kind: 'anonymous' })
const job = exportAccountJob({ storage, content: installed.accountExport })
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

/** Creates a user with data in every slice, next to other users' data in the same workspaces. */
async function createUserWithData() {
  const [ada, ben] = [await createUser(db, { name: 'Ada Lovelace' }), await createUser(db)]
  const acme = await createOrganization(db, { owner: ben, member: ada })
  const left = await createOrganization(db, { owner: [ben, ada] })
  const [own, inAcme, inLeft] = [actorOf(ada), actorOf(ada, acme), actorOf(ada, left)]
  await createPost(db, own, { title: 'Mine alone', content: 'Über alles' })
  await createPost(db, inAcme, { title: 'Mine at Acme' })
  await createPost(db, actorOf(ben, acme), { title: 'Not mine' })
  await createPost(db, own, { title: 'Deleted', deletedAt: new Date() })
  await createPost(db, inLeft, { title: 'In what I left' })
  await db.execute(sql`delete from member where user_id = ${ada.id} and organization_id = ${left.id}`)
  for (const author of [own, inAcme]) {
    const { fileId } = await createDocument(db, author)
    await storage.put(fileId, Buffer.from('the words of a document'))
  }
  await createDocument(db, actorOf(ben, acme))
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
  return { ada, actor: own, token, acme }
}

test('an export holds all data of the user as files, but no data of others and no credentials', async () => {
  const { ada, actor, token, acme } = await createUserWithData()
  const files = await exported(actor)
  expect(Object.keys(files).toSorted()).toEqual([
    'activity.json',
    'chats.json',
    'connections.json',
    'documents.json',
    'documents/a (2).txt',
    'documents/a.txt',
    'organizations.json',
    'passkeys.json',
    'posts.json',
    'profile.json',
    'sessions.json',
    'todos.json',
  ])
  expect(files['profile.json']).toMatchObject({ id: ada.id, name: 'Ada Lovelace', email: ada.email })
  expect((files['posts.json'] as { title: string }[]).map(({ title }) => title)).toEqual([
    'Mine alone',
    'Mine at Acme',
  ])
  expect(files['posts.json']).toMatchObject([{ content: 'Über alles' }, { organizationId: acme.id }])
  expect(files['organizations.json']).toMatchObject([{ id: acme.id, role: 'member' }])
  expect(files['documents.json']).toHaveLength(2)
  expect(files['documents/a.txt']).toBe('the words of a document')
  expect(files['sessions.json']).toMatchObject([{ ip: '203.0.113.7' }])
  expect((files['activity.json'] as { action: string }[]).map(({ action }) => action)).toEqual([
    'user.export',
    'post.create',
  ])
  const everything = JSON.stringify(files)
  for (const secret of [token, 'a-hash-of-a-password', '198.51.100.9'])
    expect(everything).not.toContain(secret)
})
