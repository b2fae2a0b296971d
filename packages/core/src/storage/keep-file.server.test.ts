import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { openTestStorage, storedIds } from '@plinth/testing/test-storage.ts'
import { file } from './file.table.server.ts'
import { keepFile } from './keep-file.server.ts'

const { db } = await openTestDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'plinth-keep-'))
atEnd(async () => rmSync(folder, { recursive: true, force: true }))
const storage = await openTestStorage(folder)
const services = { db, storage, log: testLog }
const facts = { purpose: 'document', uploadedById: null, contentType: 'text/plain' }
const bytes = new Blob(['four'])

test('a file has its bytes before its row, which is part of the change', async () => {
  const id = await keepFile(services, { ...facts, bytes }, async (tx, addFile) => {
    const added = await addFile()
    expect((await storage.open(added))?.sizeBytes).toBe(4)
    expect(await tx.$count(file)).toBe(1)
    return added
  })
  expect(await db.select().from(file)).toMatchObject([{ id, ...facts, sizeBytes: 4 }])
  await db.delete(file).where(eq(file.id, id))
  await storage.delete(id)
})

test('a change that fails, or that adds no row, leaves neither row nor bytes', async () => {
  const failing = keepFile(services, { ...facts, bytes }, async (_, addFile) => {
    await addFile()
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await keepFile(services, { ...facts, bytes }, async () => 'too late')).toBe('too late')
  expect([await db.$count(file), await storedIds(storage)]).toEqual([0, []])
})

test('a file that cannot be written changes nothing', async () => {
  const full = { ...storage, put: () => Promise.reject(new Error('The disk is full')) }
  let isCalled = false
  const kept = keepFile({ ...services, storage: full }, { ...facts, bytes }, async () => {
    isCalled = true
  })
  await expect(kept).rejects.toThrow('full')
  expect(isCalled).toBe(false)
})
