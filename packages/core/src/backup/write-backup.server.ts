import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { inOwnSession } from '#/db/database.server.ts'
import { readAppliedMigrations } from '#/db/migrate.server.ts'
import { syncFolder, type Storage } from '#/storage/storage.server.ts'
import { getBrand } from '#/brand.ts'
import {
  BackupError,
  FORMAT,
  FORMAT_VERSION,
  HEADER,
  jsonEntry,
  writeArchive,
  type ArchiveEntry,
  type BackupHeader,
  type BackupManifest,
} from './archive.server.ts'
import { beginSnapshot, copyRows, digestTable, listTables, readSequences } from './dump-database.server.ts'

export type BackupSource = {
  /** Not through a connection pooler. */
  pool: pg.Pool
  /** Undefined leaves the files out. */
  storage: Storage | undefined
  secret: string
}

export type WriteOptions = { passphrase: string | undefined; signal?: AbortSignal }

/**
 * Writes database, files and secret into one file while the application runs: the rows of one snapshot, then
 * the files that they name. The file has its name only once it is complete and durable. Throws BackupError if
 * it exists.
 */
export async function writeBackup(
  source: BackupSource,
  file: string,
  { passphrase, signal }: WriteOptions,
): Promise<BackupManifest> {
  const temporary = `${file}.partial`
  const target = await open(temporary, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new BackupError(`${temporary} is in the way. Remove it first.`) : error
  })
  try {
    await refuseExisting(file)
    const facts = await inOwnSession(source.pool, (client) =>
      writeArchive(
        contentOf(source, client, signal),
        passphrase,
        // Synced to the disk and closed at its end.
        target.createWriteStream({ flush: true }),
      ),
    )
    await rename(temporary, file)
    await syncFolder(path.dirname(file))
    return facts
  } catch (error) {
    await target.close()
    await rm(temporary, { force: true })
    throw error
  }
}

async function refuseExisting(file: string): Promise<void> {
  const found = await open(file).catch(() => undefined)
  await found?.close()
  if (found) throw new BackupError(`${file} exists. Choose another name.`)
}

async function* contentOf(
  { storage, secret }: BackupSource,
  client: pg.Client,
  signal: AbortSignal | undefined,
): AsyncGenerator<ArchiveEntry, Omit<BackupManifest, 'sha256'>> {
  await beginSnapshot(client)
  const tables = await listTables(client)
  yield jsonEntry(HEADER, await headerOf(client, tables))
  yield { name: 'secret', size: Buffer.byteLength(secret), body: Buffer.from(secret) }
  const digests: BackupManifest['tables'] = []
  for (const table of tables) {
    let part = 0
    for await (const body of copyRows(client, table)) {
      signal?.throwIfAborted()
      yield { name: partName(table.name, ++part), size: body.length, body }
    }
    digests.push({ name: table.name, ...(await digestTable(client, table)) })
  }
  const sequences = await readSequences(client)
  const ids = storage ? await listFiles(client) : []
  await client.query('commit')
  const files: BackupManifest['files'] = { count: 0, bytes: 0, missing: [] }
  for (const id of ids) {
    signal?.throwIfAborted()
    const found = storage && (await openFile(storage, id))
    if (found) {
      files.count++
      files.bytes += found.size
      yield { name: `files/${id}`, ...found }
    } else files.missing.push(id)
  }
  return { tables: digests, sequences, files }
}

const partName = (table: string, part: number) => `database/${table}/${String(part).padStart(6, '0')}.copy`

async function headerOf(client: pg.Client, tables: BackupHeader['tables']): Promise<BackupHeader> {
  const migrations = await readAppliedMigrations(client)
  if (migrations.length === 0)
    throw new BackupError('The database has no tables of this application, so there is nothing to back up.')
  const { rows } = await client.query<{ at: Date; version: string; installation: string | null }>(
    `select now() as at, current_setting('server_version') as version, (select id from installation) as installation`,
  )
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    product: getBrand().name,
    createdAt: (rows[0]?.at ?? new Date()).toISOString(),
    postgres: rows[0]?.version ?? '',
    installation: rows[0]?.installation ?? null,
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  }
}

async function listFiles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from file order by id')
  return rows.map(({ id }) => id)
}

/** Undefined for a file that was deleted after the snapshot. Once opened, it can be read to its end. */
async function openFile(
  storage: Storage,
  id: string,
): Promise<Pick<ArchiveEntry, 'size' | 'body'> | undefined> {
  const stored = await storage.open(id)
  if (!stored) return undefined
  const reader = stored.stream().getReader()
  const first = await reader.read().catch(async (error: unknown) => {
    if (await storage.open(id)) throw error
    return undefined
  })
  return first && { size: stored.sizeBytes, body: bytesOf(first, reader) }
}

async function* bytesOf(
  first: ReadableStreamReadResult<Uint8Array>,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}
