import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createId } from '#/lib/create-id.ts'
import { createDiskStorage, type Storage } from './storage.server.ts'

const root = await mkdtemp(path.join(tmpdir(), 'plinth-storage-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const newFolder = () => path.join(root, createId())
async function read(storage: Storage, id: string): Promise<Uint8Array | undefined> {
  const stored = await storage.open(id)
  return stored && Buffer.from(await new Response(stored.stream()).arrayBuffer())
}
const bytesOf = (text: string) => new TextEncoder().encode(text)

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

describe('disk storage', () => {
  test('returns stored bytes, and undefined once they are deleted', async () => {
    const storage = createDiskStorage(newFolder())
    const id = createId()
    await storage.put(id, bytesOf('one'))
    expect(await read(storage, id)).toEqual(Buffer.from('one'))
    await storage.delete(id)
    expect(await read(storage, id)).toBeUndefined()
  })

  test('returns undefined for an unknown id, and ignores its deletion', async () => {
    const storage = createDiskStorage(newFolder())
    expect(await read(storage, createId())).toBeUndefined()
    await storage.delete(createId())
  })

  test('keeps exactly one of several contents stored in parallel under one id', async () => {
    const storage = createDiskStorage(newFolder())
    const id = createId()
    const contents = Array.from({ length: 10 }, (_, index) => new Uint8Array(200_000).fill(index))
    await Promise.all(contents.map((bytes) => storage.put(id, bytes)))
    const kept = await read(storage, id)
    expect(contents.some((bytes) => Buffer.compare(bytes, kept ?? new Uint8Array()) === 0)).toBe(true)
  })

  test.skipIf(process.platform === 'win32')(
    'lets only the owner of the process read files and folders',
    async () => {
      const folder = newFolder()
      await createDiskStorage(folder).put(createId(), bytesOf('mine'))
      const [file = ''] = await filesIn(folder)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700)
      expect((await stat(folder)).mode & 0o777).toBe(0o700)
    },
  )

  test('spreads ids created in the same second over many folders', async () => {
    const folder = newFolder()
    const storage = createDiskStorage(folder)
    await Promise.all(Array.from({ length: 60 }, () => storage.put(createId(), bytesOf('x'))))
    expect(new Set((await filesIn(folder)).map((file) => path.dirname(file))).size).toBeGreaterThan(40)
  })

  test.each([
    '../../../etc/passwd',
    '..',
    '',
    'short',
    'UPPERCASE0000',
    'with/slash0000',
    'with\\backslash',
    'with.dot.0000',
    'nul\u0000000000000',
    'newline0000\n',
    'a'.repeat(65),
    'incoming/0000',
  ])('rejects %j as an id in every method and changes nothing', async (id) => {
    const folder = newFolder()
    await mkdir(folder)
    const storage = createDiskStorage(folder)
    await expect(storage.put(id, bytesOf('x'))).rejects.toThrow('Not a storage id')
    await expect(storage.open(id)).rejects.toThrow('Not a storage id')
    await expect(storage.delete(id)).rejects.toThrow('Not a storage id')
    expect(await readdir(folder)).toEqual([])
  })

  test('ignores a file that a crash left unfinished', async () => {
    const folder = newFolder()
    const storage = createDiskStorage(folder)
    const id = createId()
    await mkdir(path.join(folder, 'incoming'), { recursive: true })
    await writeFile(path.join(folder, 'incoming', `${id}-0123456789ab`), 'half')
    expect(await read(storage, id)).toBeUndefined()
    await storage.put(id, bytesOf('whole'))
    expect(await read(storage, id)).toEqual(Buffer.from('whole'))
  })

  test('a sweep deletes old files of interrupted uploads, but neither stored nor recent ones', async () => {
    const folder = newFolder()
    const storage = createDiskStorage(folder)
    expect(await storage.sweep(1_000)).toBe(0)
    const id = createId()
    await storage.put(id, bytesOf('whole'))
    const [old, young] = ['old', 'young'].map((name) => path.join(folder, 'incoming', name)) as [
      string,
      string,
    ]
    for (const file of [old, young]) await writeFile(file, 'half')
    const twoDaysAgo = Date.now() / 1000 - 172_800
    await utimes(old, twoDaysAgo, twoDaysAgo)
    expect(await storage.sweep(86_400_000)).toBe(1)
    expect(await readdir(path.join(folder, 'incoming'))).toEqual(['young'])
    expect(await read(storage, id)).toEqual(Buffer.from('whole'))
  })

  test('leaves nothing behind when the write fails', async () => {
    const folder = newFolder()
    const storage = createDiskStorage(folder)
    const id = createId()
    // A folder where the file should go: the rename fails after the bytes were written.
    await mkdir(path.join(folder, id.slice(-1), id.slice(-2, -1), id, 'in-the-way'), { recursive: true })
    await expect(storage.put(id, bytesOf('x'))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
  })

  test('killed while writing, has every file complete or not at all, and every finished one', async () => {
    const folder = newFolder()
    const storage = createDiskStorage(folder)
    let finished = 0
    for (let round = 0; round < 6; round++) {
      const { started, done } = await writeUntilKilled(folder, 40 + round * 25)
      for (const id of started) {
        const bytes = await read(storage, id)
        if (bytes) expect(isWhole(bytes)).toBe(true)
        else expect(done).not.toContain(id)
      }
      finished += done.length
    }
    expect(finished).toBeGreaterThan(5)
  })
})

const WRITTEN_BYTES = 3_000_000
const isWhole = (bytes: Uint8Array) => bytes.length === WRITTEN_BYTES && bytes.every((byte) => byte === 7)

/** Starts a process that stores files one by one until it is killed, `delayMs` after the first is stored. */
async function writeUntilKilled(
  folder: string,
  delayMs: number,
): Promise<{ started: string[]; done: string[] }> {
  const script = `
    const { createDiskStorage } = await import(${JSON.stringify(new URL('./storage.server.ts', import.meta.url).href)})
    const storage = createDiskStorage(${JSON.stringify(folder)})
    const bytes = new Uint8Array(${WRITTEN_BYTES}).fill(7)
    const { writeSync } = await import('node:fs')
    for (let at = 0; ; at++) {
      const id = 'file' + process.pid + 'x' + String(at).padStart(8, '0')
      writeSync(1, 'start ' + id + '\\n')
      await storage.put(id, bytes)
      writeSync(1, 'done ' + id + '\\n')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  while (!output.includes('done ')) await once(child.stdout, 'data')
  setTimeout(() => child.kill('SIGKILL'), delayMs)
  await once(child, 'close')
  const idsAfter = (word: string) =>
    [...output.matchAll(new RegExp(`^${word} (\\w+)$`, 'gm'))].map((match) => match[1] ?? '')
  return { started: idsAfter('start'), done: idsAfter('done') }
}
