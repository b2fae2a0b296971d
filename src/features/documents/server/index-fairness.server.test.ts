import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { prepareJobs } from '@plinth/core/internal/jobs/prepare-jobs.server.ts'
import { startJobs } from '@plinth/core/internal/jobs/jobs.server.ts'
import type { SignedInActor } from '@plinth/core/access'
import {
  actorOf,
  countAttempts,
  createOrganization,
  createTeam,
  createUser,
} from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { documents } from './documents.table.server.ts'
import { indexDocumentJob, indexSlowDocumentJob } from './index-document.server.ts'
import { chargeParsing, indexDocument, type IndexOrder } from './index-order.server.ts'
import { TOOK_TOO_LONG } from './parser/document-problem.ts'
import { reindexDocument, REINDEXES_PER_DAY } from './reindex-document.server.ts'
import { uploadDocument } from './upload-document.server.ts'

const { db, pool } = await openTestDatabase()
const { storage } = makeContext(db, actorOf(await createUser(db)))

const text = 'The kiln is fired to twelve hundred degrees and left alone for two days. '.repeat(300)

const jobs = [
  indexDocumentJob({ storage, embedding: undefined }),
  indexSlowDocumentJob({ storage, embedding: undefined }),
]

async function upload(actor: SignedInActor, name: string, content = text): Promise<string> {
  const file = new File([`${name} ${content}`], `${name}.txt`)
  return (await uploadDocument(makeContext(db, actor), { file })).id
}

type Queued = { name: string; queue: string }

/** The names of the documents of waiting orders in the order in which they will run. */
async function waiting(): Promise<Queued[]> {
  const { rows } = await db.execute<Queued>(sql`
    select document.name, job.name as queue from pgboss.job join document on document.id = job.data ->> 'documentId'
    where job.state = 'created' order by job.priority desc, job.created_on`)
  return rows
}

test('orders are charged to the account, in any workspace, and what parsing takes postpones the rest', async () => {
  await prepareJobs({ pool, jobs })
  const [owner, other] = [await createUser(db), await createUser(db)]
  const teams = [await createOrganization(db, { owner }), await createOrganization(db, { owner })]
  for (const [at, team] of teams.entries()) await upload(actorOf(owner, team), `owner${at}`)
  await upload(actorOf(other), 'other0')
  await upload(actorOf(other), 'other1')
  const names = async () => (await waiting()).map(({ name }) => name)
  expect(await names()).toEqual(['owner0.txt', 'other0.txt', 'owner1.txt', 'other1.txt'])
  await chargeParsing(db, indexDocument, { userId: owner.id, took: 60 })
  expect(await names()).toEqual(['other0.txt', 'other1.txt', 'owner0.txt', 'owner1.txt'])
  // A later order of the account doesn't overtake.
  await upload(actorOf(owner), 'owner2')
  expect((await names()).at(-1)).toBe('owner2.txt')
  await db.execute(sql`delete from pgboss.job`)
  await db.delete(documents)
})

test('a file that takes too long waits among the slow ones, and again when it is reindexed', async () => {
  await prepareJobs({ pool, jobs })
  const actor = actorOf(await createUser(db))
  const id = await upload(actor, 'slow', 'The kiln is fired. '.repeat(160_000))
  const parts = { db, log: testLog, signal: new AbortController().signal, attempt: 1 }
  const order = { documentId: id, revision: 1, userId: actor.userId }
  await indexDocumentJob({ storage, embedding: undefined, quickSeconds: 0.05 }).handler(parts, order)
  expect(await waiting()).toContainEqual({ name: 'slow.txt', queue: 'index-slow-document' })
  await indexSlowDocumentJob({ storage, embedding: undefined }).handler(parts, order)
  const [found] = await db.select().from(documents).where(eq(documents.id, id))
  expect(found?.status).toBe('ready')
  await db.execute(sql`delete from pgboss.job`)
  await db.update(documents).set({ status: 'failed', error: TOOK_TOO_LONG })
  await reindexDocument(makeContext(db, actor), { id })
  expect(await waiting()).toEqual([{ name: 'slow.txt', queue: 'index-slow-document' }])
  await db.execute(sql`delete from pgboss.job`)
  await db.delete(documents)
})

test('a user may reindex 100 times a day', async () => {
  const actor = actorOf(await createUser(db))
  await countAttempts(db, `documents.reindex:${actor.userId}`, REINDEXES_PER_DAY)
  await expect(reindexDocument(makeContext(db, actor), { id: 'x' })).rejects.toMatchObject({ kind: 'limit' })
})

test('a large upload of one workspace does not block others: orders are processed round-robin', async () => {
  await prepareJobs({ pool, jobs })
  const [greedy, second, third] = [
    (await createTeam(db)).member,
    (await createTeam(db)).member,
    actorOf(await createUser(db)),
  ]
  // Their turns are counted from the same moment, however long the uploads take.
  await db.transaction(async (tx) => {
    for (const { userId } of [greedy, second, third])
      await chargeParsing(tx, indexDocument, { userId, took: 3_600 })
  })
  for (let at = 0; at < 12; at++) await upload(greedy, `greedy${at}`)
  for (let at = 0; at < 4; at++) await upload(second, `second${at}`)
  await upload(third, 'third0')
  const rows = await db.select({ id: documents.id, name: documents.name }).from(documents)
  const order: (string | undefined)[] = []
  // Nothing is parsed, which would postpone the rest of an account when it takes long.
  const recording = jobs.map((job) => ({
    ...job,
    handler: async (_context: unknown, { documentId }: IndexOrder) =>
      void order.push(rows.find(({ id }) => id === documentId)?.name),
  }))
  const running = await startJobs({ db, pool, log: testLog, jobs: recording, timing: { pollSeconds: 0.5 } })
  await expect.poll(() => order.length, { timeout: 120_000 }).toBe(17)
  await running.stop()
  // Round-robin: the first of each, then the second of each, and so on.
  expect(order.indexOf('third0.txt')).toBeLessThan(5)
  for (let at = 0; at < 4; at++) expect(order.indexOf(`second${at}.txt`)).toBeLessThan(3 * (at + 1) + 2)
})
