import { expect, test } from 'vitest'
import { auditLog } from '@plinth/core/verb/server'
import { knownDevice } from '@plinth/core/auth/server'
import { createId } from '@plinth/core/schema'
import { createUser } from '@plinth/testing/factories.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { exportAudit, exportDevices } from './export-own-rows.server.ts'

const ENTRIES = 2_500

const { db } = await openTestDatabase()

test('an export has the whole activity of a user, newest first, also of one moment', async () => {
  const ada = await createUser(db)
  const at = Date.parse('2026-05-01')
  const entries = Array.from({ length: ENTRIES }, (_, index) => ({
    id: createId(),
    at: new Date(at + Math.floor(index / 400)),
    action: 'post.create',
    actorId: ada.id,
    targetId: `${index}`,
  }))
  await db.insert(auditLog).values(entries)
  const found: { at: Date; targetId: string | null }[] = []
  for await (const entry of exportAudit(db, ada.id)) found.push(entry)
  expect(new Set(found.map(({ targetId }) => targetId)).size).toBe(ENTRIES)
  expect(found).toHaveLength(ENTRIES)
  const times = found.map((entry) => entry.at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test('an export has the devices a user has signed in from', async () => {
  const [ada, ben] = [await createUser(db), await createUser(db)]
  await db.insert(knownDevice).values([
    { userId: ada.id, device: 'one' },
    { userId: ben.id, device: 'two' },
  ])
  expect(await exportDevices(db, ada.id)).toEqual([{ device: 'one', lastSeenAt: expect.any(Date) }])
})
