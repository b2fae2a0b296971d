import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anonymous } from '@plinth/core/access'
import { auditLog } from '@plinth/core/verb/server'
import { createErrorCounter } from '@plinth/core/internal/log/error-groups.server.ts'
import type { CountedErrors } from '@plinth/core/server'
import { awayFromMidnight } from '@plinth/testing/away-from-midnight.ts'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { errorGroup, tally } from './administration.table.server.ts'
import { listErrors, resolveError } from './error-groups.server.ts'
import { readStats } from './read-stats.server.ts'
import { storeErrors, sweepErrors } from './store-errors.server.ts'

const { db, pool } = await openTestDatabase()
const ctx = makeContext(db, actorOf(await createUser(db, { role: 'admin' })))
const listed = async (limit = 501) => (await listErrors(ctx, { limit })).items

beforeEach(async () => {
  await db.delete(errorGroup)
  await db.delete(tally)
})

const counted = (fingerprint: string, parts: Partial<CountedErrors> = {}): CountedErrors => ({
  fingerprint,
  name: 'Error',
  message: 'it is broken',
  frame: 'createPost (posts.js)',
  place: 'things.create',
  requestId: 'request-1',
  count: 1,
  firstAt: new Date(),
  lastAt: new Date(),
  ...parts,
})
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)

test('instances that store at the same time add up their counts', async () => {
  await awayFromMidnight()
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      storeErrors(db, [
        counted('one', { count: 3, firstAt: ago(60 - at), lastAt: ago(40 - at), requestId: `request-${at}` }),
        counted(`own-${at}`),
      ]),
    ),
  )
  const items = await listed()
  expect(items).toHaveLength(21)
  const one = items.find(({ fingerprint }) => fingerprint === 'one')
  expect(one).toMatchObject({ amount: 60, place: 'things.create', name: 'Error' })
  expect(Math.round((Number(one?.lastAt) - Number(one?.firstAt)) / 1_000)).toBe(39)
  expect((await readStats(ctx)).days.slice(-2).map(({ errors }) => errors)).toEqual([0, 80])
})

test('however many kinds of errors there are, few rows are stored', async () => {
  const batch = (name: string) => Array.from({ length: 300 }, (_, at) => counted(`${name}-${at}`))
  await Promise.all(['a', 'b', 'c'].map((name) => storeErrors(db, batch(name))))
  expect(await db.$count(errorGroup)).toBe(501)
  expect((await listed()).find(({ fingerprint }) => fingerprint === 'other')).toMatchObject({
    amount: 400,
    message: '',
    place: null,
  })
  expect((await listErrors(ctx, { limit: 10 })).hasMore).toBe(true)
})

test('a resolved group is hidden until it happens again, and one entry of the log says who did it', async () => {
  await storeErrors(db, [counted('one'), counted('two', { lastAt: ago(60) })])
  await Promise.all([resolveError(ctx, { fingerprint: 'one' }), resolveError(ctx, { fingerprint: 'one' })])
  expect((await listed()).map(({ fingerprint }) => fingerprint)).toEqual(['two'])
  expect(await db.select().from(auditLog)).toMatchObject([{ action: 'error.resolve', targetId: 'one' }])
  // It happened before it was resolved, on an instance that stored it later.
  await storeErrors(db, [counted('one', { lastAt: ago(30) })])
  expect(await listed()).toHaveLength(1)
  await storeErrors(db, [counted('one', { requestId: null })])
  expect(await listed()).toMatchObject([
    { fingerprint: 'one', amount: 3, lastRequestId: 'request-1' },
    { fingerprint: 'two' },
  ])
  expect(await failureOf(resolveError(ctx, { fingerprint: 'unknown' }))).toMatchObject({ kind: 'not_found' })
})

test('groups are kept for 30 days after the last error, and daily counts for 90', async () => {
  await storeErrors(db, [counted('new', { firstAt: ago(40 * 86_400) }), counted('old')])
  await db.execute(
    sql`update ${errorGroup} set last_at = now() - interval '31 days' where fingerprint = 'old'`,
  )
  await db.insert(tally).values([
    { subject: 'error', day: sql`current_date - 91`, amount: 1 },
    { subject: 'error', day: sql`current_date - 89`, amount: 1 },
    { subject: 'activity', day: sql`current_date - 400`, amount: 1 },
  ])
  await sweepErrors(db)
  expect((await listed()).map(({ fingerprint }) => fingerprint)).toEqual(['new'])
  expect(await db.$count(tally)).toBe(3)
})

test('while the database is locked nothing is lost, and an error costs no query', async () => {
  const counter = createErrorCounter(20)
  counter.start((groups) => storeErrors(db, groups))
  const client = await pool.connect()
  await client.query('begin')
  await client.query('lock table error_group')
  for (let at = 0; at < 1_000; at++)
    counter.add({ error: new Error('again'), text: '', requestId: undefined, place: 'things.create' })
  await client.query('rollback')
  client.release()
  await counter.stop()
  // The counter stops waiting for a slow database, which stores them all the same.
  await expect.poll(async () => (await listed()).map(({ amount }) => amount)).toEqual([1_000])
})

test('is for administrators only', async () => {
  for (const [actor, kind] of [
    [anonymous, 'unauthenticated'],
    [actorOf(await createUser(db)), 'forbidden'],
  ] as const) {
    const theirs = makeContext(db, actor)
    expect(await failureOf(listErrors(theirs, { limit: 1 }))).toMatchObject({ kind })
    expect(await failureOf(resolveError(theirs, { fingerprint: 'one' }))).toMatchObject({ kind })
  }
})
