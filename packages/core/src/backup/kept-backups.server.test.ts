import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDiskStorage } from '#/storage/storage.server.ts'
import { refusal, startS3 } from '@plinth/testing/servers/s3-server.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { readArchive } from './archive.server.ts'
import { backupsToDelete, folderPlace, keepBackup, openBackups } from './kept-backups.server.ts'
import type { KeptBackup } from './backup-place.server.ts'

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
  await writeFile(path.join(folder, 'letter.txt'), 'not ours')
  const now = new Date('2026-11-25T02:37:05.123Z')
  const place = folderPlace(folder)
  await keepBackup(
    { pool: direct, storage: createDiskStorage(folder), secret: 's' },
    { place, target: { installation: 'mine', at: now }, passphrase: undefined },
  )
  expect((await readdir(folder)).toSorted()).toEqual(['2026-11-25T02-37-05Z.backup', 'letter.txt'])
  const [backup] = await place.list()
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
  const target = { installation: 'mine', at: new Date() }
  await expect(
    keepBackup(source, { place: folderPlace(folder), target, passphrase: undefined, signal }),
  ).rejects.toThrow('aborted')
  expect(await readdir(folder)).toEqual([])
})

describe('a bucket', async () => {
  const s3 = await startS3()
  const newPlace = async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-bucket-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const place = await openBackups({ DATA_DIR: dataDir, BACKUPS_URL: s3.url.replace('?', '/backups?') })
    const { direct, pool } = await openTestDatabase()
    await pool.query(`insert into limit_counter (key, count, resets_at) values ('x', 1, now())`)
    const source = { pool: direct, storage: createDiskStorage(path.join(dataDir, 'files')), secret: 's' }
    const keep = (installation: string, at: string) =>
      keepBackup(source, { place, target: { installation, at: new Date(at) }, passphrase: undefined })
    return { dataDir, place, keep }
  }

  test('has the backups of each installation, thins out its own only, and gives one back whole', async () => {
    const { dataDir, place, keep } = await newPlace()
    await keep('another', '2026-11-25T01:00:00Z')
    await keep('mine', '2026-11-25T02:00:00Z')
    await keep('mine', '2026-11-25T03:00:00Z')
    const newest = 'mine/2026-11-25T03-00-00Z.backup'
    expect(await place.list('mine')).toMatchObject([{ name: newest, at: new Date('2026-11-25T03:00:00Z') }])
    expect((await place.list()).map(({ name }) => name)).toEqual([
      newest,
      'another/2026-11-25T01-00-00Z.backup',
    ])
    expect(await readdir(path.join(dataDir, 'backups'))).toEqual([])
    const { header } = await readArchive(await place.fetch(newest), undefined)
    expect(header.tables.length).toBeGreaterThan(10)
  })

  test.each([
    ['is full', refusal(507, 'InsufficientStorage'), 'errors:storageFull'],
    ['refuses', refusal(403, 'AccessDenied'), 'errors:unavailable'],
    ['does not exist', refusal(404, 'NoSuchBucket'), 'errors:unavailable'],
  ] as const)('that %s fails the backup with its reason and leaves no file', async (_, fault, code) => {
    const { dataDir, place, keep } = await newPlace()
    s3.fail(fault)
    onTestFinished(() => void s3.fail(undefined))
    await expect(keep('failed', '2026-11-25T01:00:00Z')).rejects.toMatchObject({ code })
    await expect(place.list('failed')).rejects.toThrow()
    expect(await readdir(path.join(dataDir, 'backups'))).toEqual([])
    s3.fail(undefined)
    expect(await place.list('failed')).toEqual([])
  })
})
