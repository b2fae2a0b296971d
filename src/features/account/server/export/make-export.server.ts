import type { Db } from '@plinth/core/database/server'
import type { Storage } from '@plinth/core/files/server'
import type { ExportContent, ExportEntry } from './export-entry.server.ts'
import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Files beyond this total are listed but not included, because each archive is another copy on the disk. */
const FILES_MAX_BYTES = 268_435_456

type Services = { db: Db; storage: Storage; signal: AbortSignal }

/** Yields a ZIP archive of everything that `content` lists for a user, as it is read. */
export async function* zipOfUser(
  { db, storage, signal }: Services,
  content: ExportContent,
  userId: string,
): AsyncGenerator<Uint8Array> {
  yield* zipOf(zipEntries(storage, await content(db, userId)), signal)
}

async function* zipEntries(storage: Storage, entries: readonly ExportEntry[]): AsyncGenerator<ZipEntry> {
  const pathOf = createPathMaker()
  const left: string[] = []
  let bytesOfFiles = 0
  for (const entry of entries) {
    if ('object' in entry)
      yield { path: pathOf(entry.path), chunks: textOf(JSON.stringify(entry.object, null, 2)) }
    else if ('rows' in entry) yield { path: pathOf(entry.path), chunks: jsonOf(entry.rows) }
    else {
      const isTooMuch = bytesOfFiles + entry.sizeBytes > FILES_MAX_BYTES
      const stored = isTooMuch ? undefined : await storage.open(entry.fileId)
      if (!stored) {
        left.push(entry.path)
        continue
      }
      bytesOfFiles += stored.sizeBytes
      yield { path: pathOf(entry.path), chunks: stored.stream(), isStored: true }
    }
  }
  if (left.length > 0)
    yield { path: pathOf('files-not-enclosed.json'), chunks: textOf(JSON.stringify(left, null, 2)) }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const textOf = (text: string) => once(Buffer.from(`${text}\n`))

/** Streams a JSON array row by row, without holding all rows in memory. */
async function* jsonOf(rows: AsyncIterable<object> | readonly object[]): AsyncGenerator<Uint8Array> {
  let before = '[\n'
  for await (const row of rows) {
    yield Buffer.from(`${before}${JSON.stringify(row, null, 2)}`)
    before = ',\n'
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n')
}

/**
 * Returns a function that makes file names which every system can unpack: no path outside the folder, no name
 * that Windows rejects, no duplicates.
 */
function createPathMaker(): (path: string) => string {
  const taken = new Set<string>()
  return (wanted) => {
    const safe = wanted.split('/').map(safeName).join('/')
    const [, stem = safe, ending = ''] = /^(.*?)(\.[^./]{1,10})?$/s.exec(safe) ?? []
    let path = safe
    for (let count = 2; taken.has(path.toLowerCase()); count++) path = `${stem} (${count})${ending}`
    taken.add(path.toLowerCase())
    return path
  }
}

function safeName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- just these are to go
  const visible = name.replace(/[\u0000-\u001f\u007f\\:*?"<>|]/g, '_')
  const plain = visible.replace(/^\.+/, '_').replace(/(?<![. ])[. ]+$/, '_')
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain || '_'
}

type ZipEntry = {
  path: string
  chunks: AsyncIterable<Uint8Array>
  /** Stores without compression what is already compressed. */
  isStored?: boolean
}

/** Yields a ZIP archive chunk by chunk, giving way to the event loop in between. Aborts with `signal`. */
async function* zipOf(entries: AsyncIterable<ZipEntry>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    written.push(piece)
  })
  function takeWritten(): Uint8Array[] {
    const taken = written
    written = []
    return taken
  }
  for await (const { path, chunks, isStored } of entries) {
    const entry = isStored ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
    zip.add(entry)
    for await (const chunk of chunks) {
      signal.throwIfAborted()
      entry.push(chunk)
      yield* takeWritten()
      await setImmediate()
    }
    entry.push(new Uint8Array(0), true)
    yield* takeWritten()
  }
  zip.end()
  yield* takeWritten()
}
