import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { zstdDecompressSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import {
  BackupError,
  FORMAT,
  HEADER,
  jsonEntry,
  readArchive,
  writeArchive,
  type ArchiveEntry,
  type BackupHeader,
} from './archive.server.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'plinth-archive-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const PASSPHRASE = 'vier rote Ziegel am Fluss'

const header: BackupHeader = {
  format: FORMAT,
  formatVersion: 1,
  product: 'the product',
  createdAt: '2026-11-25T00:00:00.000Z',
  postgres: '18.4',
  installation: 'someinstallation',
  migrations: [{ hash: 'a', createdAt: 1 }],
  tables: [{ name: 'public.post', columns: ['id'] }],
}
const noise = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * at * 7919) % 251))
const rest = { tables: [], sequences: [], files: { count: 1, bytes: noise.length, missing: [] } }

async function* content(first: object = header): AsyncGenerator<ArchiveEntry, typeof rest> {
  yield jsonEntry(HEADER, first)
  yield { name: 'database/public.post/000001.copy', size: 6, body: Buffer.from('a\nb\nc\n') }
  yield { name: 'files/0123456789', size: noise.length, body: noise }
  return rest
}

async function write(name: string, passphrase?: string, first?: object): Promise<string> {
  const file = path.join(folder, name)
  await writeArchive(content(first), passphrase, createWriteStream(file))
  return file
}

async function read(file: string, passphrase?: string) {
  const opened = await readArchive(file, passphrase)
  const bodies = new Map<string, Buffer>()
  let next = await opened.entries.next()
  for (; !next.done; next = await opened.entries.next())
    bodies.set(next.value.name, await buffer(next.value.body))
  return { header: opened.header, bodies, manifest: next.value }
}

const failureOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'nothing failed',
    (error: unknown) => (error instanceof BackupError ? error.message : error),
  )

describe.each([
  ['plain', undefined],
  ['encrypted', PASSPHRASE],
])('a backup, %s', (name, passphrase) => {
  test('is read as it was written', async () => {
    const found = await read(await write(name, passphrase), passphrase)
    expect(found.header).toEqual(header)
    expect([...found.bodies.keys()]).toEqual(['database/public.post/000001.copy', 'files/0123456789'])
    expect(found.bodies.get('files/0123456789')?.equals(noise)).toBe(true)
    expect(found.manifest).toEqual({ ...rest, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
  })

  test('cut short or changed anywhere is rejected', async () => {
    const whole = await readFile(await write(`${name}-whole`, passphrase))
    const spoiled = path.join(folder, `${name}-spoiled`)
    const places = fc.integer({ min: 0, max: whole.length - 1 })
    await fc.assert(
      fc.asyncProperty(places, fc.boolean(), async (at, isCut) => {
        const bytes = Buffer.from(isCut ? whole.subarray(0, at) : whole)
        if (!isCut) bytes[at] = (bytes[at] ?? 0) ^ 0x55
        await writeFile(spoiled, bytes)
        const outcome = await read(spoiled, passphrase).catch((error: unknown) => error)
        if (outcome instanceof BackupError) return
        // zstd ends with an empty frame, which holds nothing.
        expect(at).toBeGreaterThanOrEqual(whole.length - 13)
        expect(outcome).toEqual(await read(path.join(folder, `${name}-whole`), passphrase))
      }),
      { numRuns: passphrase ? 4 : 60 },
    )
  })
})

test('an encrypted backup needs its passphrase', async () => {
  const file = await write('locked', PASSPHRASE)
  expect(await failureOf(read(file))).toContain('is encrypted. Set BACKUP_PASSPHRASE')
  expect(await failureOf(read(file, 'another passphrase'))).toContain("The passphrase doesn't open")
  const bytes = await readFile(file)
  expect(bytes.includes('public.post')).toBe(false)
})

test('it is tar, zstd and age: other programs open it', async () => {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(PASSPHRASE)
  const tar = zstdDecompressSync(await decrypter.decrypt(await readFile(await write('standard', PASSPHRASE))))
  const listed = execFileSync('tar', ['-tf', '-'], { input: tar, encoding: 'utf8' })
  expect(listed.trim().split('\n')).toEqual([
    'backup.json',
    'database/public.post/000001.copy',
    'files/0123456789',
    'manifest.json',
  ])
})

test('a backup from before the product was renamed is read', async () => {
  const file = await write('renamed', undefined, { ...header, format: 'acme-desk-backup' })
  expect((await read(file)).header.product).toBe('the product')
})

test.each([
  ['another format', { ...header, format: 'other' }, 'is not a backup of this application'],
  ['a later version of the format', { ...header, formatVersion: 2 }, 'has version 2 of the backup format'],
])('%s is rejected', async (name, first, says) => {
  expect(await failureOf(read(await write(name, undefined, first)))).toContain(says)
})

test.each(['', 'PK\u0003\u0004 an archive of something else', '-- PostgreSQL database dump\n'])(
  'the file %j is rejected',
  async (text) => {
    const file = path.join(folder, 'other')
    await writeFile(file, text)
    expect(await failureOf(read(file))).toContain('is not a backup of this application')
  },
)

test('a source that fails is the error of the backup', async () => {
  async function* failing(): AsyncGenerator<ArchiveEntry, typeof rest> {
    yield jsonEntry(HEADER, header)
    throw new Error('the disk is gone')
  }
  await expect(
    writeArchive(failing(), undefined, createWriteStream(path.join(folder, 'failing'))),
  ).rejects.toThrow('the disk is gone')
})
