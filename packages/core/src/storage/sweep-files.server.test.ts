import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { provideAttachments } from '#/attachments/attachments.server.ts'
import { attachments } from '#/attachments/attachments.table.server.ts'
import { createId } from '#/lib/create-id.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { openTestStorage, setWrittenAt } from '@plinth/testing/test-storage.ts'
import { file } from './file.table.server.ts'
import { installation } from './installation.table.server.ts'
import { ownFiles, sweepFiles, sweepOwnedFiles } from './sweep-files.server.ts'

const { db } = await openTestDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'plinth-sweep-'))
atEnd(async () => rmSync(folder, { recursive: true, force: true }))
const storage = await openTestStorage(folder)
const services = { db, storage, log: testLog }
const HOUR_MS = 3_600_000

await db.insert(installation).values({ id: createId(), createdAt: sql`now() - interval '10 days'` })

/** Stores bytes that were written some hours ago, with their row or without. */
async function stored(hoursAgo: number, { hasRow }: { hasRow: boolean }): Promise<string> {
  const row = { id: createId(), purpose: 'document', contentType: 'text/plain', sizeBytes: 1 }
  await storage.put(row.id, Buffer.from('x'))
  if (hasRow) await db.insert(file).values(row)
  await setWrittenAt(folder, row.id, new Date(Date.now() - hoursAgo * HOUR_MS))
  return row.id
}

const isThere = async (id: string) => (await storage.open(id)) !== undefined

test('bytes without a row are deleted after a day, unless they are older than the database', async () => {
  const [left, kept, young, older] = [
    await stored(25, { hasRow: false }),
    await stored(25, { hasRow: true }),
    await stored(1, { hasRow: false }),
    await stored(11 * 24, { hasRow: false }),
  ]
  expect(await sweepFiles(services)).toBe(1)
  expect([await isThere(left), await isThere(kept), await isThere(young), await isThere(older)]).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('files that no row of their owner has are deleted after an hour; those without an owner are not', async () => {
  const add = async (purpose: string, hoursAgo: number) => {
    const id = createId()
    await storage.put(id, Buffer.from('x'))
    const createdAt = new Date(Date.now() - hoursAgo * HOUR_MS)
    await db.insert(file).values({ id, purpose, contentType: 'text/plain', sizeBytes: 1, createdAt })
    return id
  }
  const ids = [await add('kept-by-rows', 2), await add('kept-by-rows', 0), await add('kept-by-none', 2)]
  ownFiles({ purpose: 'kept-by-rows', table: attachments })
  // Another test file may have named the owner of attachments.
  provideAttachments(async () => [])
  await sweepOwnedFiles(services)
  expect(await Promise.all(ids.map(isThere))).toEqual([false, true, true])
})

test('interrupted uploads and what is no file of ours are not touched', async () => {
  const mark = await storage.place.claim(createId())
  await storage.hold(
    (async function* () {
      yield Buffer.from('half')
    })(),
    { name: 'a', type: '' },
  )
  const incoming = path.join(folder, 'files', 'incoming')
  const before = await readdir(incoming)
  expect(before).toHaveLength(1)
  await sweepFiles(services)
  expect(await readdir(incoming)).toEqual(before)
  expect(await storage.place.readMark()).toBe(mark)
})

test('deletes nothing where nothing has been stored yet', async () => {
  expect(await sweepFiles({ ...services, storage: await openTestStorage(path.join(folder, 'none')) })).toBe(0)
})
