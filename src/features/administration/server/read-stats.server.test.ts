import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { anonymous } from '@plinth/core/access'
import { organization, user } from '@plinth/core/database/server'
import { auditLog } from '@plinth/core/verb/server'
import { fileNameAt } from '@plinth/core/internal/backup/backup-place.server.ts'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { getEnv } from '@plinth/core/server'
import { installation } from '@plinth/core/files/server'
import { createId } from '@plinth/core/schema'
import { awayFromMidnight } from '@plinth/testing/away-from-midnight.ts'
import { actorOf, createOrganization, createSession, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { tally, tallyChange } from './administration.table.server.ts'
import { countFigures } from './count-figures.server.ts'
import { readStats } from './read-stats.server.ts'

const { db } = await openTestDatabase()
const admin = actorOf(
  await createUser(db, { role: 'admin', createdAt: new Date(Date.now() - 90 * 86_400_000) }),
)
const stats = () => readStats(makeContext(db, admin))
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('users and organizations are counted exactly and immediately, however they are created and deleted', async () => {
  await awayFromMidnight()
  const before = await stats()
  const [ada, ben] = [await createUser(db), await createUser(db, { createdAt: daysAgo(3) })]
  await db.insert(user).values(
    [1, 2, 3].map(() => ({
      id: createId(),
      name: 'x',
      email: `${createId()}@example.com`,
      createdAt: daysAgo(40),
    })),
  )
  await createOrganization(db, { owner: ada })
  const after = await stats()
  expect([after.users - before.users, after.organizations - before.organizations]).toEqual([5, 1])
  expect(after.days).toHaveLength(30)
  expect(after.days.map(({ day }) => day)).toEqual(
    Array.from({ length: 30 }, (_, at) =>
      daysAgo(29 - at)
        .toISOString()
        .slice(0, 10),
    ),
  )
  expect([after.newToday, after.days.at(-1)?.signUps, after.days.at(-4)?.signUps]).toEqual([
    before.newToday + 1,
    after.newToday,
    1,
  ])
  await db.delete(user).where(eq(user.id, ben.id))
  await db.delete(organization)
  expect(await stats()).toMatchObject({ users: after.users - 1, organizations: 0 })
  expect((await stats()).days.at(-4)?.signUps).toBe(0)
})

test('adding up the changes keeps the counts exact, also while users come and go and jobs run concurrently', async () => {
  const rounds = Array.from({ length: 10 }, async () => {
    const someUsers = await Promise.all([createUser(db), createUser(db)])
    await Promise.all([
      countFigures(db),
      countFigures(db),
      db.delete(user).where(eq(user.id, someUsers[0].id)),
    ])
  })
  await Promise.all(rounds)
  await countFigures(db)
  expect(await db.$count(tallyChange)).toBe(0)
  expect((await stats()).users).toBe(await db.$count(user))
  const [sum] = await db
    .select({ of: sql<number>`sum(amount)::int` })
    .from(tally)
    .where(eq(tally.subject, 'user'))
  expect(sum?.of).toBe(await db.$count(user))
})

test('active bans, sessions, active users and waiting mail are counted', async () => {
  const before = await stats()
  const [ada, ben] = [
    await createUser(db, { banned: true }),
    await createUser(db, { banned: true, banExpires: daysAgo(1) }),
  ]
  await createSession(db, actorOf(ada), { secret: 'any' })
  await createSession(db, actorOf(ada), { secret: 'any' })
  await createSession(db, actorOf(ben), { secret: 'any', updatedAt: daysAgo(5) })
  const waiting = {
    to: 'x@example.com',
    language: 'en',
    template: 'banned',
    subject: '',
    text: '',
    html: '',
    links: [],
  }
  await db.insert(mail).values([
    { id: createId(), ...waiting },
    { id: createId(), ...waiting, failedAt: new Date() },
    { id: createId(), ...waiting, sentAt: new Date() },
  ])
  const after = await stats()
  expect([after.banned - before.banned, after.sessions - before.sessions]).toEqual([1, 3])
  const { day, week, month } = after.active
  expect([day - before.active.day, week - before.active.week, month - before.active.month]).toEqual([1, 2, 2])
  expect(after.mail).toEqual({ waiting: before.mail.waiting + 1, failed: before.mail.failed + 1 })
  expect(after.health.map(({ name }) => name)).toEqual(['database', 'mail', 'jobs', 'storage', 'backup'])
})

test('entries of the log, mails and failures are counted by day, and the same by the job as live', async () => {
  await awayFromMidnight()
  const before = await stats()
  const entry = { action: 'user.signIn', details: {} }
  await db.insert(auditLog).values([
    { id: createId(), ...entry },
    { id: createId(), ...entry, at: daysAgo(2) },
    { id: createId(), ...entry, at: daysAgo(40) },
  ])
  const written = {
    to: 'x@example.com',
    language: 'en',
    template: 'banned',
    subject: '',
    text: '',
    html: '',
    links: [],
  }
  await db.insert(mail).values([
    { id: createId(), ...written, createdAt: daysAgo(2), sentAt: daysAgo(2) },
    { id: createId(), ...written, createdAt: daysAgo(2), failedAt: daysAgo(1) },
  ])
  const { days } = await stats()
  const added = (name: 'activity' | 'mails' | 'failures') =>
    days.map((day, at) => day[name] - (before.days[at]?.[name] ?? 0)).slice(-4)
  expect([added('activity'), added('mails'), added('failures')]).toEqual([
    [0, 1, 0, 1],
    [0, 2, 0, 0],
    [0, 0, 1, 0],
  ])
  // The second run counts today again.
  await countFigures(db)
  await db.insert(auditLog).values({ id: createId(), ...entry })
  await countFigures(db)
  const live = (await stats()).days
  expect(live.at(-1)?.activity).toBe((days.at(-1)?.activity ?? 0) + 1)
  await db.execute(sql`update pg_class set reltuples = 1e6 where oid = 'audit_log'::regclass`)
  expect((await stats()).days).toEqual(live)
})

test('a backup that is missing or older than a day and a half is a warning', async () => {
  const env = getEnv()
  const before = { DATA_DIR: env.DATA_DIR, BACKUPS: env.BACKUPS }
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-stats-'))
  onTestFinished(() => {
    Object.assign(env, before)
    rmSync(folder, { recursive: true, force: true })
  })
  Object.assign(env, { DATA_DIR: folder, BACKUPS: 'daily' })
  await db.insert(installation).values({ id: createId() })
  const backup = async () => (await stats()).health.find(({ name }) => name === 'backup')
  // A new installation has a night to make its first.
  expect(await backup()).toEqual({ name: 'backup', state: 'ok', detail: null })
  await db.update(installation).set({ createdAt: daysAgo(2) })
  expect(await backup()).toEqual({ name: 'backup', state: 'warning', detail: null })
  mkdirSync(path.join(folder, 'backups'))
  const states = []
  for (const days of [2, 1]) {
    writeFileSync(path.join(folder, 'backups', fileNameAt(daysAgo(days))), '')
    const { state, at } = (await backup()) ?? {}
    states.push([state, Math.round((Date.now() - (at?.getTime() ?? 0)) / 86_400_000)])
  }
  expect(states).toEqual([
    ['warning', 2],
    ['ok', 1],
  ])
})

test('is for administrators only', async () => {
  expect(await failureOf(readStats(makeContext(db, anonymous)))).toMatchObject({ kind: 'unauthenticated' })
  expect(await failureOf(readStats(makeContext(db, actorOf(await createUser(db)))))).toMatchObject({
    kind: 'forbidden',
  })
})
