import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskStorage } from '#/core/storage/storage.server.ts'
import { openTestDatabase } from '../../../tests/support/test-database.ts'
import { readArchive } from './archive.server.ts'
import { backupsToDelete, keepBackup, listBackups, type KeptBackup } from './kept-backups.server.ts'

const DAY_MS = 86_400_000

test('a year of daily backups, thinned out every day, ends as days, weeks and months', () => {
  const start = Date.UTC(2026, 0, 1, 2, 37)
  let kept: KeptBackup[] = []
  for (let day = 0; day < 400; day++) {
    const at = new Date(start + day * DAY_MS)
    const now = [{ name: at.toISOString(), at, sizeBytes: 1 }, ...kept]
    const deleted = new Set(backupsToDelete(now))
    kept = now.filter((backup) => !deleted.has(backup))
    expect(kept[0]?.at).toEqual(at)
  }
  const daysAgo = kept.map(({ at }) => Math.round((start + 399 * DAY_MS - at.getTime()) / DAY_MS))
  expect(daysAgo.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12)
  // The oldest is from the twelfth month before.
  expect(daysAgo.at(-1)).toBeGreaterThan(300)
  // No gap of more than about a month.
  expect(Math.max(...daysAgo.slice(1).map((days, index) => days - (daysAgo[index] ?? 0)))).toBeLessThan(40)
})

test('several of one day leave the newest', () => {
  const at = (hour: number) => ({
    name: String(hour),
    at: new Date(Date.UTC(2026, 0, 1, hour)),
    sizeBytes: 1,
  })
  expect(backupsToDelete([at(9), at(5), at(1)]).map(({ name }) => name)).toEqual(['5', '1'])
})

test('a backup is kept in the folder, and what a killed one left is removed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'plinth-kept-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { direct } = await openTestDatabase()
  await writeFile(path.join(folder, '2026-01-01T00-00-00Z.backup.partial'), 'half')
  await writeFile(path.join(folder, 'notes.txt'), 'not ours')
  const now = new Date('2026-11-25T02:37:05.123Z')
  await keepBackup(
    { pool: direct, storage: createDiskStorage(folder), secret: 's' },
    { folder, passphrase: undefined, now, signal: AbortSignal.timeout(60_000) },
  )
  expect((await readdir(folder)).toSorted()).toEqual(['2026-11-25T02-37-05Z.backup', 'notes.txt'])
  const [backup] = await listBackups(folder)
  expect(backup).toMatchObject({ at: new Date('2026-11-25T02:37:05Z') })
  const { header } = await readArchive(path.join(folder, backup?.name ?? ''), undefined)
  expect(header.tables.length).toBeGreaterThan(10)
})

test('an aborted backup leaves no file', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'plinth-aborted-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { direct, pool } = await openTestDatabase()
  await pool.query(`insert into limit_counter (key, count, resets_at) values ('x', 1, now())`)
  const source = { pool: direct, storage: createDiskStorage(folder), secret: 's' }
  const signal = AbortSignal.abort()
  await expect(
    keepBackup(source, { folder, passphrase: undefined, now: new Date(), signal }),
  ).rejects.toThrow('aborted')
  expect(await readdir(folder)).toEqual([])
})
