import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '#/lib/app-error.ts'
import { createId } from '#/lib/create-id.ts'
import { StartError } from '#/lib/start-error.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { refusal, startS3 } from '@plinth/testing/servers/s3-server.ts'
import { storedIds } from '@plinth/testing/test-storage.ts'
import { requireSharedStorage } from './installation.server.ts'
import { openBucketStorage, openDisk, openStorage } from './open-storage.server.ts'
import type { Storage } from './storage.server.ts'

const s3 = await startS3()
const root = await mkdtemp(path.join(tmpdir(), 'plinth-s3-test-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const newPlace = () => {
  const prefix = createId()
  const folder = path.join(root, prefix)
  return { prefix, folder, open: () => s3.open(folder, prefix) }
}
const read = async (storage: Storage, id: string) => {
  const stored = await storage.open(id)
  return (
    stored && {
      size: stored.sizeBytes,
      bytes: await buffer(stored.stream()),
    }
  )
}
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => (error instanceof AppError ? error.kind : error),
  )
const large = Buffer.from(Array.from({ length: 13_000_000 }, (_, at) => (at * 7919) % 251))

describe('a bucket', () => {
  test('returns stored bytes, and undefined once they are deleted', async () => {
    const storage = await newPlace().open()
    const id = createId()
    expect(await read(storage, id)).toBeUndefined()
    await storage.put(id, Buffer.from('one'))
    expect(await read(storage, id)).toEqual({ size: 3, bytes: Buffer.from('one') })
    await storage.delete(id)
    expect(await read(storage, id)).toBeUndefined()
    await storage.delete(id)
  })

  test('takes a file that arrived in pieces, in several parts, and keeps nothing of it on the disk', async () => {
    const { folder, open } = newPlace()
    const storage = await open()
    const id = createId()
    async function* pieces() {
      for (let at = 0; at < large.length; at += 700_001) yield large.subarray(at, at + 700_001)
    }
    const seen = s3.fail(undefined)
    const held = await storage.hold(pieces(), { name: 'large.bin', type: 'application/octet-stream' })
    await storage.put(id, held.file)
    await held.release()
    expect(seen.requests.filter((request) => request.includes('partNumber='))).toHaveLength(3)
    expect((await read(storage, id))?.bytes.equals(large)).toBe(true)
    expect(await readdir(path.join(folder, 'files/incoming'))).toEqual([])
  })

  test('lists more files than fit into one answer, with their times, and only its own', async () => {
    const { prefix, open } = newPlace()
    const storage = await open()
    const ids = Array.from({ length: 1_100 }, () => createId())
    const waiting = [...ids]
    const store = async () => {
      for (let id = waiting.pop(); id; id = waiting.pop()) await storage.put(id, Buffer.from('x'))
    }
    await Promise.all(Array.from({ length: 20 }, store))
    await (await s3.open(root, `${prefix}-other`)).put(createId(), Buffer.from('x'))
    await storage.place.claim('mine')
    expect((await storedIds(storage)).toSorted()).toEqual(ids.toSorted())
    for await (const [first] of storage.list())
      if (first) expect(Math.abs(first.writtenAt.getTime() - Date.now())).toBeLessThan(600_000)
  })

  test('a stream that nobody reads asks for nothing, and one that is left early ends its request', async () => {
    const storage = await newPlace().open()
    const id = createId()
    await storage.put(id, large)
    const stored = await storage.open(id)
    const seen = s3.fail(undefined)
    const stream = stored?.stream()
    expect(seen.requests).toEqual([])
    const reader = stream?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    await reader?.cancel()
    expect(seen.requests).toHaveLength(1)
    expect((await read(storage, id))?.bytes.equals(large)).toBe(true)
  })

  test.each(['../secret', 'short', 'UPPERCASE0000', 'with/slash0000', 'installation-id'])(
    'rejects %j as an id',
    async (id) => {
      const storage = await newPlace().open()
      for (const call of [storage.put(id, large), storage.open(id), storage.delete(id)])
        await expect(call).rejects.toThrow('Not a storage id')
    },
  )

  test('a sweep deletes what interrupted uploads left on the disk', async () => {
    const { folder, open } = newPlace()
    const storage = await open()
    const incoming = path.join(folder, 'files/incoming')
    await mkdir(incoming, { recursive: true })
    await writeFile(path.join(incoming, 'old'), 'half')
    await utimes(path.join(incoming, 'old'), 1, 1)
    expect(await storage.sweep(60_000)).toBe(1)
    expect(readdirSync(incoming)).toEqual([])
  })
})

describe('a server that', () => {
  // In turn, since all use one proxy.
  const storage = newPlace().open()
  const id = createId()

  test.each([
    ['is overloaded', refusal(503, 'SlowDown'), 'unavailable'],
    ['fails', refusal(500, 'InternalError'), 'unavailable'],
    ['refuses', refusal(403, 'AccessDenied'), 'unavailable'],
    ['is full', refusal(507, 'XMinioStorageFull'), 'storage_full'],
    ['has reached a quota', refusal(403, 'QuotaExceeded'), 'storage_full'],
    ['ends connections', (answer) => void answer.destroy(), 'unavailable'],
  ] as [string, Parameters<typeof s3.fail>[0], string][])(
    '%s makes a write fail with its reason',
    async (_, fault, kind) => {
      s3.fail(fault)
      onTestFinished(() => void s3.fail(undefined))
      expect(await failureOf((await storage).put(id, Buffer.from('x')))).toBe(kind)
      expect(await failureOf((await storage).put(id, large))).toBe(kind)
    },
  )

  test('does not answer makes reads fail within seconds', async () => {
    s3.fail(() => {})
    onTestFinished(() => void s3.fail(undefined))
    const startedAt = Date.now()
    expect(await failureOf((await storage).open(id))).toBe('unavailable')
    expect(Date.now() - startedAt).toBeLessThan(30_000)
  })

  test('is killed in the middle of a file ends its stream with an error, and all is well when it is back', async () => {
    const bucket = await storage
    await bucket.put(id, large)
    const stored = await bucket.open(id)
    const reader = stored?.stream().getReader()
    await reader?.read()
    await s3.kill()
    const readOn = async () => {
      for (;;) if ((await reader?.read())?.done) return 'complete'
    }
    // What was on its way may have been all of it.
    expect(await readOn().catch(() => 'cut')).toMatch(/cut|complete/)
    expect(await failureOf(bucket.open(id))).toBe('unavailable')
    expect(await failureOf(bucket.put(createId(), large))).toBe('unavailable')
    await s3.restart()
    expect((await read(bucket, id))?.bytes.equals(large)).toBe(true)
  })
})

describe('whose bucket it is', () => {
  const installationOf = async () => {
    const { db } = await openTestDatabase()
    const { folder, open } = newPlace()
    return { db, folder, open, env: { DATABASE_URL: 'postgres://db.example.com/app', STORAGE_URL: s3.url } }
  }
  const start = async (
    { db, env }: { db: Awaited<ReturnType<typeof openTestDatabase>>['db']; env: { DATABASE_URL: string } },
    storage: Storage,
  ) =>
    requireSharedStorage({ db, place: storage.place, env }).then(
      () => 'started',
      (error: unknown) => (error instanceof StartError ? error.message : error),
    )

  test('the first start marks it, later ones know it, and another installation is refused', async () => {
    const [one, other] = [await installationOf(), await installationOf()]
    expect(await start(one, await one.open())).toBe('started')
    expect(await start(one, await one.open())).toBe('started')
    expect(await start(other, await other.open())).toBe('started')
    expect(await start(one, await other.open())).toContain('holds the files of another installation')
    expect(await start(one, await newPlace().open())).toContain(
      'is not the bucket of the database db.example.com/app',
    )
  })

  test('an empty bucket takes over from the folder of the same installation, which is still read', async () => {
    const one = await installationOf()
    const disk = openDisk(one.folder)
    expect(await start(one, disk)).toBe('started')
    const id = createId()
    await disk.put(id, Buffer.from('from the disk'))
    const url = s3.url.replace('files?', `files/${createId()}?`)
    const both = await openStorage({ DATA_DIR: one.folder, STORAGE_URL: url })
    expect(await start(one, both)).toBe('started')
    expect((await read(both, id))?.bytes.toString()).toBe('from the disk')
    const fresh = createId()
    await both.put(fresh, Buffer.from('x'))
    expect(await disk.open(fresh)).toBeUndefined()
    expect((await storedIds(both)).toSorted()).toEqual([fresh, id].toSorted())
    await both.delete(id)
    expect(await disk.open(id)).toBeUndefined()
  })

  test.each([
    [
      'there is no bucket',
      (url: string) => url.replace('files?', 'nobucket?'),
      /there is no bucket nobucket/,
    ],
    ['nobody listens', () => 's3://files?endpoint=http://127.0.0.1:1', /doesn't respond \(ECONNREFUSED\)/],
  ])('where %s the start says so', async (_, change, says) => {
    const one = await installationOf()
    const storage = await openBucketStorage(change(s3.url), one.folder)
    expect(await start(one, storage)).toMatch(says)
  })

  test.each([
    [
      'refuses the credentials',
      refusal(403, 'SignatureDoesNotMatch'),
      /refuses these credentials \(SignatureDoesNotMatch\)/,
    ],
    ['is in another region', refusal(301, 'PermanentRedirect'), /answers 301/],
  ])('a server that %s is named by the start', async (_, fault, says) => {
    const one = await installationOf()
    const storage = await one.open()
    s3.fail(fault)
    onTestFinished(() => void s3.fail(undefined))
    expect(await start(one, storage)).toMatch(says)
  })
})
