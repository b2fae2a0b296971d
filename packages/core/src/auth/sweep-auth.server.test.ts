import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createId } from '#/lib/create-id.ts'
import { actorOf, createSession, createUser } from '@plinth/testing/factories.ts'
import { refuseLargeDeletes } from '@plinth/testing/refuse-large-deletes.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { session, verification } from '#/identity/identity.table.server.ts'
import { knownDevice } from './security/security.table.server.ts'
import { sweepAuth } from './sweep-auth.server.ts'

const { db } = await openTestDatabase()
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)

test('sessions and links are deleted once they have expired, and not before', async () => {
  const ada = actorOf(await createUser(db))
  for (const seconds of [-60, 60]) {
    await createSession(db, ada, { secret: 'x', expiresAt: inSeconds(seconds), userAgent: String(seconds) })
    await db
      .insert(verification)
      .values({ id: createId(), identifier: String(seconds), value: 'x', expiresAt: inSeconds(seconds) })
  }
  expect(await sweepAuth(db)).toBe(2)
  expect(await db.select({ userAgent: session.userAgent }).from(session)).toEqual([{ userAgent: '60' }])
  expect(
    await db
      .select({ identifier: verification.identifier })
      .from(verification)
      .orderBy(sql`identifier`),
  ).toEqual([{ identifier: '60' }])
})

test('a device is deleted when it was not seen for 400 days, and not before', async () => {
  const { id: userId } = await createUser(db)
  for (const days of [401, 399])
    await db
      .insert(knownDevice)
      .values({ userId, device: String(days), lastSeenAt: inSeconds(-days * 86_400) })
  expect(await sweepAuth(db)).toBe(1)
  expect(
    await db.select({ device: knownDevice.device }).from(knownDevice).where(eq(knownDevice.userId, userId)),
  ).toEqual([{ device: '399' }])
})

test('a backlog is deleted in batches', async () => {
  for (const table of [session, verification, knownDevice]) await refuseLargeDeletes(db, table)
  const { id } = await createUser(db)
  await db.execute(sql`
    insert into session (id, token, user_id, expires_at, updated_at)
    select n::text, n::text, ${id}, now() - interval '1 minute', now() from generate_series(1, 2001) n`)
  await db.execute(sql`
    insert into verification (id, identifier, value, expires_at)
    select n::text, n::text, 'x', now() - interval '1 minute' from generate_series(1, 2001) n`)
  await db.execute(sql`
    insert into ${knownDevice} (user_id, device, last_seen_at)
    select ${id}, n::text, now() - interval '401 days' from generate_series(1, 2001) n`)
  expect(await sweepAuth(db)).toBe(6_003)
})
