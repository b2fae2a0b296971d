import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { prepareJobs } from '#/core/jobs/prepare-jobs.server.ts'
import { startJobs } from '#/core/jobs/jobs.server.ts'
import type { SignedInActor } from '#/core/access/actor.ts'
import { actorOf, createTeam, createUser } from '../../../../tests/support/factories.ts'
import { makeContext } from '../../../../tests/support/make-context.ts'
import { openTestDatabase, testLog } from '../../../../tests/support/test-database.ts'
import { documents } from './documents.table.server.ts'
import { indexDocumentJob } from './index-document.server.ts'
import { uploadDocument } from './upload-document.server.ts'

const { db, pool } = await openTestDatabase()
const { storage } = makeContext(db, actorOf(await createUser(db)))

const text = 'The kiln is fired to twelve hundred degrees and left alone for two days. '.repeat(300)

async function upload(actor: SignedInActor, name: string): Promise<void> {
  await uploadDocument(makeContext(db, actor), { file: new File([`${name} ${text}`], `${name}.txt`) })
}

test('a large upload of one workspace does not block others: orders are processed round-robin', async () => {
  const job = indexDocumentJob({ storage, embedding: undefined })
  await prepareJobs({ pool, jobs: [job] })
  const [greedy, second, third] = [
    (await createTeam(db)).member,
    (await createTeam(db)).member,
    actorOf(await createUser(db)),
  ]
  for (let at = 0; at < 12; at++) await upload(greedy, `greedy${at}`)
  for (let at = 0; at < 4; at++) await upload(second, `second${at}`)
  await upload(third, 'third0')
  const running = await startJobs({ db, pool, log: testLog, jobs: [job], timing: { pollSeconds: 0.5 } })
  await expect.poll(() => db.$count(documents, eq(documents.status, 'ready')), { timeout: 50_000 }).toBe(17)
  await running.stop()
  const order = (
    await db.select({ name: documents.name }).from(documents).orderBy(asc(documents.updatedAt))
  ).map(({ name }) => name)
  // Round-robin: the first of each, then the second of each, and so on.
  expect(order.indexOf('third0.txt')).toBeLessThan(5)
  for (let at = 0; at < 4; at++) expect(order.indexOf(`second${at}.txt`)).toBeLessThan(3 * (at + 1) + 2)
})
