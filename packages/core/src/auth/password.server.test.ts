import { expect, test } from 'vitest'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { hashPassword, verifyPassword } from './password.server.ts'

test('no password is hashed or verified inside a transaction, which would hold a connection for that time', async () => {
  const { db } = await openTestDatabase()
  const password = 'vier rote Ziegel am Fluss'
  const hash = await hashPassword(password)
  expect(await verifyPassword({ hash, password })).toBe(true)
  const unavailable = { kind: 'unavailable' }
  await expect(db.transaction(() => hashPassword(password))).rejects.toMatchObject(unavailable)
  await expect(db.transaction(() => verifyPassword({ hash, password }))).rejects.toMatchObject(unavailable)
})
