import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anonymous } from '@plinth/core/access'
import { auditLog } from '@plinth/core/verb/server'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { deliverMail } from '@plinth/core/mail/server'
import { defineJob, enqueueJob } from '@plinth/core/jobs/server'
import { startJobs } from '@plinth/core/internal/jobs/jobs.server.ts'
import { prepareJobs } from '@plinth/core/internal/jobs/prepare-jobs.server.ts'
import { createId } from '@plinth/core/schema'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { discardQueued, listQueued, listScheduled, retryQueued, runScheduled } from './queues.server.ts'

const { db, pool } = await openTestDatabase()
const ctx = makeContext(db, actorOf(await createUser(db, { role: 'admin' })))
const listed = async () => (await listQueued(ctx, { limit: 100 })).items

const noted: number[] = []
const job = defineJob<{ number: number }>({
  name: 'stuck',
  retryLimit: 0,
  async handler(_, { number }) {
    noted.push(number)
    if (noted.length === 1) throw new Error('the first run fails')
  },
})

beforeEach(async () => {
  await prepareJobs({ pool, jobs: [job, deliverMail, { name: 'nightly', cron: '0 3 * * *' }] })
  await db.execute(sql`delete from pgboss.job`)
  await db.delete(mail)
  noted.length = 0
})

async function addMail(parts: Partial<typeof mail.$inferInsert> = {}) {
  const id = createId()
  const written = { to: 'x@example.com', language: 'en', template: 'banned', subject: '', text: '', html: '' }
  await db.insert(mail).values({ id, ...written, links: [], ...parts })
  return { kind: 'mail', id } as const
}
async function addJob(state: string, { name = job.name, data = {} }: { name?: string; data?: object } = {}) {
  await db.transaction((tx) => enqueueJob(tx, { name }, { data }))
  const { rows } = await db.execute<{ id: string }>(sql`
    update pgboss.job set state = ${state}::pgboss.job_state, started_on = now(), completed_on = now(),
      start_after = now() + interval '1 hour'
    where name = ${name} and state = 'created' and data = ${JSON.stringify(data)}::jsonb returning id`)
  return { kind: 'job', name, id: String(rows[0]?.id) } as const
}
const jobsOf = async (mailId: string) =>
  (
    await db.execute<{ state: string; isDue: boolean }>(
      sql`select state, start_after <= now() as "isDue" from pgboss.job where data ->> 'mailId' = ${mailId}`,
    )
  ).rows
const actionsOn = async (...targets: { id: string }[]) => {
  const ids = targets.map(({ id }) => id)
  return (await db.select().from(auditLog).where(inArray(auditLog.targetId, ids))).map(({ action }) => action)
}

test('failed emails and jobs come first, the newest first; sent ones and the jobs of emails are left out', async () => {
  await addMail({ sentAt: new Date() })
  // Both are about to be tried.
  await addMail()
  await db.transaction((tx) => enqueueJob(tx, job, { data: { number: 5 } }))
  const waiting = await addMail({ createdAt: new Date(Date.now() - 120_000) })
  const failed = await addMail({ failedAt: new Date(Date.now() - 60_000), attempts: 12, lastError: '550 no' })
  await addJob('retry', { name: deliverMail.name, data: { mailId: waiting.id } })
  const failedJob = await addJob('failed')
  await addJob('completed', { data: { number: 2 } })
  expect(await listed()).toMatchObject([
    { kind: 'job', id: failedJob.id, name: 'stuck', isFailed: true, attempts: 1 },
    { kind: 'mail', id: failed.id, to: 'x@example.com', isFailed: true, attempts: 12, lastError: '550 no' },
    { kind: 'mail', id: waiting.id, isFailed: false, isExpired: false },
  ])
  expect(await listQueued(ctx, { limit: 2 })).toMatchObject({ items: [{}, {}], hasMore: true })
})

test('an email that was given up is sent by one new job, however many ask for it', async () => {
  const failed = await addMail({ failedAt: new Date(), attempts: 12 })
  await Promise.all([1, 2, 3].map(() => retryQueued(ctx, failed)))
  expect(await jobsOf(failed.id)).toEqual([{ state: 'created', isDue: true }])
  expect(await db.select().from(mail)).toMatchObject([{ failedAt: null, attempts: 0 }])
  expect(await actionsOn(failed)).toEqual(['mail.retry'])
})

test('an email that waits for its next try is due at once; an expired one is not tried again', async () => {
  const waiting = await addMail({ attempts: 2 })
  await addJob('retry', { name: deliverMail.name, data: { mailId: waiting.id } })
  await retryQueued(ctx, waiting)
  expect(await jobsOf(waiting.id)).toEqual([{ state: 'retry', isDue: true }])
  const expired = await addMail({ failedAt: new Date(), expiresAt: new Date(Date.now() - 60_000) })
  expect(await failureOf(retryQueued(ctx, expired))).toMatchObject({ kind: 'conflict' })
  expect(await jobsOf(expired.id)).toEqual([])
})

test('an email that waits but has lost its job gets one, however many ask for it', async () => {
  const [lost, done] = [await addMail({ attempts: 6 }), await addMail({ attempts: 3 })]
  await addJob('failed', { name: deliverMail.name, data: { mailId: done.id } })
  for (const one of [lost, done]) await Promise.all([1, 2, 3].map(() => retryQueued(ctx, one)))
  expect(await jobsOf(lost.id)).toEqual([{ state: 'created', isDue: true }])
  expect((await jobsOf(done.id)).map(({ state }) => state).toSorted()).toEqual(['created', 'failed'])
  expect(await db.select().from(mail)).toMatchObject([{ attempts: 0 }, { attempts: 0 }])
  expect(await actionsOn(lost, done)).toEqual(['mail.retry', 'mail.retry'])
})

test('a job that failed for good runs again, once', async () => {
  const running = await startJobs({ db, pool, log: testLog, jobs: [job], timing: { pollSeconds: 0.5 } })
  try {
    await db.transaction((tx) => enqueueJob(tx, job, { data: { number: 7 } }))
    await expect.poll(listed, { timeout: 30_000 }).toMatchObject([{ isFailed: true }])
    const [failed] = await listed()
    const input = { kind: 'job', name: job.name, id: String(failed?.id) } as const
    await Promise.all([retryQueued(ctx, input), retryQueued(ctx, input)])
    await expect.poll(() => noted, { timeout: 30_000 }).toEqual([7, 7])
    await expect.poll(listed, { timeout: 30_000 }).toEqual([])
    expect(await actionsOn(input)).toEqual(['job.retry'])
    expect(await failureOf(retryQueued(ctx, input))).toMatchObject({ kind: 'not_found' })
  } finally {
    await running.stop()
  }
})

test('a scheduled job is not retried while its next run is queued', async () => {
  const failed = await addJob('failed', { name: 'nightly', data: {} })
  await db.transaction((tx) => enqueueJob(tx, { name: 'nightly' }, { data: {} }))
  expect(await failureOf(retryQueued(ctx, failed))).toMatchObject({ kind: 'conflict' })
  expect(await actionsOn(failed)).toEqual([])
})

test('a scheduled job runs now, once, however many ask for it; its last run is shown', async () => {
  const shown = async () => (await listScheduled(ctx, { limit: 5 })).items
  expect(await shown()).toEqual([{ name: 'nightly', cron: '0 3 * * *', last: null }])
  await Promise.all([1, 2, 3].map(() => runScheduled(ctx, { name: 'nightly' })))
  const { rows } = await db.execute(sql`select state, start_after <= now() as due from pgboss.job`)
  expect(rows).toEqual([{ state: 'created', due: true }])
  expect(await shown()).toMatchObject([{ last: { state: 'waiting' } }])
  expect(await actionsOn({ id: 'nightly' })).toEqual(['job.run'])
  for (const [state, seen] of [
    ['retry', 'waiting'],
    ['active', 'running'],
    ['completed', 'done'],
    ['failed', 'failed'],
  ] as const) {
    await db.execute(sql`update pgboss.job set state = ${state}::pgboss.job_state,
      start_after = now() + interval '1 hour' where name = 'nightly'`)
    expect(await shown()).toMatchObject([{ last: { state: seen } }])
  }
  expect(await failureOf(runScheduled(ctx, { name: job.name }))).toMatchObject({ kind: 'not_found' })
  // One that waits for its next try is due at once; one that runs is left alone.
  await db.execute(sql`update pgboss.job set state = 'retry' where name = 'nightly'`)
  await runScheduled(ctx, { name: 'nightly' })
  await db.execute(
    sql`update pgboss.job set state = 'active' where name = 'nightly' and start_after <= now()`,
  )
  await runScheduled(ctx, { name: 'nightly' })
  expect(await shown()).toMatchObject([{ last: { state: 'running' } }])
  expect(await actionsOn({ id: 'nightly' })).toEqual(['job.run', 'job.run'])
})

test('what is discarded is gone, and nothing that runs, is done or belongs to the queue itself', async () => {
  const discarded = [
    await addMail(),
    await addMail({ failedAt: new Date() }),
    await addJob('failed'),
    await addJob('retry', { data: { number: 2 } }),
  ]
  const others = [
    await addMail({ sentAt: new Date() }),
    await addJob('active', { data: { number: 3 } }),
    await addJob('completed', { data: { number: 4 } }),
  ]
  for (const one of discarded) await discardQueued(ctx, one)
  for (const one of [...discarded, ...others])
    expect([one, await failureOf(discardQueued(ctx, one))]).toMatchObject([one, { kind: 'not_found' }])
  expect(await listed()).toEqual([])
  expect(await db.$count(mail, eq(mail.id, others[0]?.id ?? ''))).toBe(1)
  expect((await actionsOn(...discarded, ...others)).toSorted()).toEqual([
    'job.discard',
    'job.discard',
    'mail.discard',
    'mail.discard',
  ])
})

test('is for administrators only', async () => {
  const failed = await addMail({ failedAt: new Date() })
  for (const [actor, kind] of [
    [anonymous, 'unauthenticated'],
    [actorOf(await createUser(db)), 'forbidden'],
  ] as const) {
    const theirs = makeContext(db, actor)
    expect(await failureOf(listQueued(theirs, { limit: 1 }))).toMatchObject({ kind })
    expect(await failureOf(retryQueued(theirs, failed))).toMatchObject({ kind })
    expect(await failureOf(discardQueued(theirs, failed))).toMatchObject({ kind })
    expect(await failureOf(listScheduled(theirs, { limit: 1 }))).toMatchObject({ kind })
    expect(await failureOf(runScheduled(theirs, { name: 'nightly' }))).toMatchObject({ kind })
  }
  expect(await db.$count(mail)).toBe(1)
})
