import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export type ZipEntry = {
  path: string
  chunks: AsyncIterable<Uint8Array>
  /** For what is compressed already. */
  isStored?: boolean
}

/** Writes a ZIP archive piece by piece, giving way to other work in between. Aborts with `signal`. */
export async function writeZip(entries: AsyncIterable<ZipEntry>, signal: AbortSignal): Promise<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    written.push(piece)
  })
  for await (const { path, chunks, isStored } of entries) {
    const entry = isStored ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
    zip.add(entry)
    for await (const chunk of chunks) {
      signal.throwIfAborted()
      entry.push(chunk)
      await setImmediate()
    }
    entry.push(new Uint8Array(0), true)
  }
  zip.end()
  return Buffer.concat(written)
}
