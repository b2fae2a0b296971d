import type { Db } from '#/core/db/database.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { createPathMaker } from './entry-paths.server.ts'
import type { ExportContent, ExportEntry } from './export-entry.server.ts'
import { writeZip, type ZipEntry } from './write-zip.server.ts'

/** Files beyond this are named in their list and not enclosed: an archive is made and served as a whole. */
const FILES_MAX_BYTES = 268_435_456

type Services = { db: Db; storage: Storage; signal: AbortSignal }

/** The archive of all that `content` names for a user. */
export async function zipOfPerson(
  { db, storage, signal }: Services,
  content: ExportContent,
  userId: string,
): Promise<Uint8Array> {
  return writeZip(zipEntries(storage, await content(db, userId)), signal)
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
      const bytes = isTooMuch ? undefined : await storage.get(entry.fileId)
      if (!bytes) {
        left.push(entry.path)
        continue
      }
      bytesOfFiles += bytes.length
      yield { path: pathOf(entry.path), chunks: once(bytes), isStored: true }
    }
  }
  if (left.length > 0)
    yield { path: pathOf('files-not-enclosed.json'), chunks: textOf(JSON.stringify(left, null, 2)) }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const textOf = (text: string) => once(Buffer.from(`${text}\n`))

/** A JSON array, row by row: never all of them in memory. */
async function* jsonOf(rows: AsyncIterable<object> | readonly object[]): AsyncGenerator<Uint8Array> {
  let before = '[\n'
  for await (const row of rows) {
    yield Buffer.from(`${before}${JSON.stringify(row, null, 2)}`)
    before = ',\n'
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n')
}
