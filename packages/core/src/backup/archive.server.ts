import { createHash, createCipheriv, randomBytes, scrypt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Recipient } from 'age-encryption'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { z } from 'zod'

/** A backup can't be written or read. The message is one line that says what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export type ArchiveEntry = { name: string; size: number; body: AsyncIterable<Uint8Array> | Uint8Array }
/** Read the body to its end before the next entry, or not at all. */
export type ReadEntry = { name: string; size: number; body: AsyncIterable<Uint8Array> }

type Bytes = AsyncIterable<Uint8Array>

export const HEADER = 'backup.json'
export const MANIFEST = 'manifest.json'

// Without the product's name, which may change.
export const FORMAT = 'application-backup'

const header = z.object({
  // Earlier backups begin with what the product was called.
  format: z.string().endsWith('-backup'),
  formatVersion: z.int(),
  product: z.string(),
  createdAt: z.string(),
  postgres: z.string(),
  /** The id that the folder of files carries too; null before the application's first start. */
  installation: z.string().nullable(),
  /** The applied migrations, oldest first. */
  migrations: z.array(z.object({ hash: z.string(), createdAt: z.number() })).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
/** The first entry of a backup. */
export type BackupHeader = z.output<typeof header>
export const FORMAT_VERSION = 1

const manifest = z.object({
  /** Of the names, sizes and bytes of all entries before this one. */
  sha256: z.string(),
  tables: z.array(z.object({ name: z.string(), rows: z.string(), digest: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** `missing`: files with a row whose bytes were gone. */
  files: z.object({ count: z.int(), bytes: z.number(), missing: z.array(z.string()) }),
})
/** The last entry: without it a backup is incomplete. */
export type BackupManifest = z.output<typeof manifest>

type Content = AsyncGenerator<ArchiveEntry, Omit<BackupManifest, 'sha256'>>

/**
 * Writes a tar archive, compressed with zstd, with a passphrase encrypted in the format of age. `sink` gets
 * its bytes. The last entry is the manifest: what `content` returns, with a digest of everything before it.
 */
export async function writeArchive(
  content: Content,
  passphrase: string | undefined,
  sink: NodeJS.WritableStream | ((bytes: Bytes) => Promise<void>),
): Promise<BackupManifest> {
  const { readable, controller } = createTarPacker()
  const written = writeEntries(content, controller).catch((error: unknown) => {
    controller.error(error)
    throw error
  })
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const encrypt = (bytes: Bytes) => (passphrase === undefined ? bytes : encrypted(bytes, passphrase))
  const [sent, wrote] = await Promise.allSettled([
    pipeline(Readable.fromWeb(readable as WebStream), compress, encrypt, sink as NodeJS.WritableStream),
    written,
  ])
  // A failed sink also fails the entries, and the other way round: the first cause is the useful one.
  if (sent.status === 'rejected') throw sent.reason
  if (wrote.status === 'rejected') throw wrote.reason
  return wrote.value
}

async function writeEntries(
  content: Content,
  controller: ReturnType<typeof createTarPacker>['controller'],
): Promise<BackupManifest> {
  const hash = createHash('sha256')
  const add = async ({ name, size, body }: ArchiveEntry) => {
    const writer = controller.add({ name, size, mode: 0o600, mtime: new Date() }).getWriter()
    for await (const bytes of body instanceof Uint8Array ? [body] : body) {
      // The manifest itself comes after the digest.
      if (name !== MANIFEST) hash.update(bytes)
      await writer.write(bytes)
    }
    await writer.close()
  }
  let next = await content.next()
  try {
    for (; !next.done; next = await content.next()) {
      hash.update(nameLine(next.value))
      await add(next.value)
    }
  } catch (error) {
    // Ends the database session and closes the file that it reads.
    await content.throw(error).catch(() => {})
    throw error
  }
  const facts: BackupManifest = { sha256: hash.digest('hex'), ...next.value }
  await add(jsonEntry(MANIFEST, facts))
  controller.finalize()
  return facts
}

const nameLine = ({ name, size }: { name: string; size: number }) => `${name} ${size}\n`

export function jsonEntry(name: string, value: object): ArchiveEntry {
  const body = Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
  return { name, size: body.length, body }
}

/**
 * Opens a backup. Its bytes are checked while they are read: the entries end with BackupError unless
 * everything arrived as it was written, and return the manifest. Throws BackupError for anything that isn't a
 * backup of this format and for a wrong passphrase.
 */
export async function readArchive(
  file: string,
  passphrase: string | undefined,
): Promise<{ header: BackupHeader; entries: AsyncGenerator<ReadEntry, BackupManifest> }> {
  const isEncrypted = await isEncryptedBackup(file)
  if (isEncrypted && passphrase === undefined)
    throw new BackupError(`${file} is encrypted. Set BACKUP_PASSPHRASE to its passphrase.`)
  const decompress = createZstdDecompress()
  const decrypt = (bytes: Bytes) => (isEncrypted ? decrypted(file, bytes, passphrase ?? '') : bytes)
  const arrived = pipeline(createReadStream(file), decrypt, decompress)
  // Its error also ends the decompressed stream, where it is read.
  arrived.catch(() => {})
  const tar = (Readable.toWeb(decompress) as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }),
  )
  const entries = checked({ file, arrived }, tar)
  const first = await entries.next()
  if (first.done || first.value.name !== HEADER) throw notABackup(file)
  const parsed = header.safeParse(await readJson(first.value, file))
  if (!parsed.success) throw notABackup(file)
  if (parsed.data.formatVersion !== FORMAT_VERSION)
    throw new BackupError(
      `${file} has version ${parsed.data.formatVersion} of the backup format, this release reads ${FORMAT_VERSION}. Restore it with the release that wrote it.`,
    )
  return { header: parsed.data, entries }
}

async function* checked(
  { file, arrived }: { file: string; arrived: Promise<void> },
  tar: ReadableStream<{ header: { name: string; size: number }; body: ReadableStream<Uint8Array> }>,
): AsyncGenerator<ReadEntry, BackupManifest> {
  const hash = createHash('sha256')
  async function* hashed(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const bytes of body) {
        hash.update(bytes)
        yield bytes
      }
    } catch (error) {
      throw asDamage(file, error)
    }
  }
  let found: BackupManifest | undefined
  try {
    for await (const {
      header: { name, size },
      body,
    } of tar) {
      if (name === MANIFEST) {
        const facts = manifest.parse(await json(body))
        if (facts.sha256 !== hash.digest('hex')) throw damaged(file)
        found = facts
        continue
      }
      if (found) throw damaged(file)
      hash.update(nameLine({ name, size }))
      const read = hashed(body)
      yield { name, size, body: read }
      for await (const _ of read);
    }
    // zstd's own checksum comes last.
    await arrived
  } catch (error) {
    throw asDamage(file, error)
  }
  if (!found) throw damaged(file)
  return found
}

async function readJson(entry: ReadEntry, file: string): Promise<unknown> {
  try {
    return await json(Readable.from(entry.body))
  } catch {
    throw notABackup(file)
  }
}

const damaged = (file: string, cause?: unknown) =>
  new BackupError(`${file} is damaged or cut short. Use another backup.`, { cause })
const asDamage = (file: string, error: unknown) =>
  error instanceof BackupError ? error : damaged(file, error)
const notABackup = (file: string) => new BackupError(`${file} is not a backup of this application.`)

const AGE = Buffer.from('age-encryption.org/v1\n')
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Whether a passphrase is needed to read it. Throws BackupError for a file that is no backup. */
export async function isEncryptedBackup(file: string): Promise<boolean> {
  const start = Buffer.alloc(AGE.length)
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${file} can't be read (${error.code}).`)
  })
  try {
    const { bytesRead } = await handle.read(start, 0, start.length, 0)
    if (start.equals(AGE)) return true
    if (bytesRead > ZSTD.length && start.subarray(0, ZSTD.length).equals(ZSTD)) return false
  } catch (error) {
    throw new BackupError(`${file} can't be read (${(error as NodeJS.ErrnoException).code}).`)
  } finally {
    await handle.close()
  }
  throw notABackup(file)
}

// OWASP's minimum, as for passwords; `age` accepts up to 22.
const LOG_N = 17

/** The recipient of a passphrase, as age's own, whose scrypt would hold the event loop for a second. */
function passphraseRecipient(passphrase: string, Stanza: typeof import('age-encryption').Stanza): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16)
      const labeled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
      const options = { N: 2 ** LOG_N, r: 8, p: 1, maxmem: 2 ** (LOG_N + 11) }
      const key = await deriveKey(passphrase, labeled, 32, options)
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 })
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      return [new Stanza(['scrypt', salt.toString('base64').replaceAll('=', ''), String(LOG_N)], body)]
    },
  }
}

type ScryptOptions = { N: number; r: number; p: number; maxmem: number }
const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

async function* encrypted(bytes: Bytes, passphrase: string): AsyncGenerator<Uint8Array> {
  const { Encrypter, Stanza } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(passphraseRecipient(passphrase, Stanza))
  yield* await encrypter.encrypt(webStream(bytes))
}

async function* decrypted(file: string, bytes: Bytes, passphrase: string): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  let plain: ReadableStream<Uint8Array>
  try {
    plain = await decrypter.decrypt(webStream(bytes))
  } catch (error) {
    throw new BackupError(`The passphrase doesn't open ${file}, or the file is damaged.`, { cause: error })
  }
  yield* plain
}

const webStream = (bytes: Bytes) => Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>
