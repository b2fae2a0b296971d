import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { from as copyFrom } from 'pg-copy-streams'
import {
  type BackupHeader,
  type BackupManifest,
  type ReadEntry,
  readArchive,
} from '@plinth/core/internal/backup/archive.server.ts'
import { PLAIN_TEXT } from '@plinth/core/internal/backup/dump-database.server.ts'
import { MIGRATION_LOCK, type Migration, knownMigrations } from '@plinth/core/internal/db/migrate.server.ts'
import { prepareJobs } from '@plinth/core/internal/jobs/prepare-jobs.server.ts'
import type { Storage } from '@plinth/core/internal/storage/storage.server.ts'
import { brand } from '../../project.ts'
import { Refusal } from '../../welcome.ts'
import {
  copyInto,
  noteProgress,
  quotedName,
  prepareStaging,
  publish,
  readJobs,
  refuseOtherColumns,
  refuseTables,
  verifyRows,
} from './staging.ts'

export type CheckedBackup = {
  file: string
  passphrase: string | undefined
  header: BackupHeader
  manifest: BackupManifest
  secret: string
  migrations: (Migration & { sql: string[] })[]
}

/**
 * Reads a whole backup without changing anything. Throws BackupError or Refusal unless it is complete and
 * this release can restore it.
 */
export async function checkBackup(file: string, passphrase: string | undefined): Promise<CheckedBackup> {
  const { header, entries } = await readArchive(file, passphrase)
  const known = knownMigrations()
  if (header.migrations[0]?.hash !== known[0]?.hash)
    throw new Refusal(
      `${file} comes from ${header.product}, whose first migration isn't the one of this ${brand.name}: another product, or a release before its ` +
        'migrations were squashed. Restore it with the code that wrote it. Nothing was changed.',
    )
  if (header.migrations.some(({ hash }, index) => hash !== known[index]?.hash))
    throw new Refusal(
      `${file} comes from another release: it has migrations that this one lacks or has changed. Restore it with that release, then update. ` +
        'Nothing was changed.',
    )
  let secret = ''
  let next = await entries.next()
  for (; !next.done; next = await entries.next())
    if (next.value.name === 'secret') secret = await text(Readable.from(next.value.body))
  return {
    file,
    passphrase,
    header,
    manifest: next.value,
    secret,
    migrations: known.slice(0, header.migrations.length),
  }
}

type Target = {
  connection: pg.ClientConfig
  /** Undefined leaves the files out. */
  storage: Storage | undefined
  /** Called once the database is known to be empty. Throws when the storage has files of somebody else. */
  claimFiles(): Promise<void>
  say(line: string): void
}

/**
 * Restores a checked backup into an empty database. Until the last transaction nothing of it is visible, and
 * a second run continues an interrupted one. Throws Refusal for a database that isn't empty.
 */
export async function restoreBackup(backup: CheckedBackup, target: Target): Promise<void> {
  const client = new pg.Client(target.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(
      `${PLAIN_TEXT}; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`,
    )
    // An application that starts meanwhile waits for this lock before it creates its tables.
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ])
    if (!rows[0]?.taken)
      throw new Refusal(
        'Another restore or a starting application is using the database. Nothing was changed.',
      )
    await restoreWith(client, backup, target)
  } catch (error) {
    throw explained(error)
  } finally {
    await client.end()
  }
}

async function restoreWith(
  client: pg.Client,
  { file, passphrase, header, manifest, migrations }: CheckedBackup,
  { connection, storage, claimFiles, say }: Target,
): Promise<void> {
  await refuseTables(client)
  await claimFiles()
  const tables = header.tables.flatMap(({ name }) => (name === 'pgboss.job' ? [] : [quotedName(name)]))
  const done = await prepareStaging(client, { sha256: manifest.sha256, migrations, tables })
  await refuseOtherColumns(client, header)
  if (done.size > 0) say(`Continuing an interrupted restore: ${done.size} parts are already there.`)
  const columns = new Map(header.tables.map((table) => [table.name, table.columns]))
  const { entries } = await readArchive(file, passphrase)
  for await (const entry of entries) {
    const [folder, name = ''] = entry.name.split('/')
    if (folder === 'files' && storage) await storeFile(storage, name, entry)
    if (folder === 'database' && !done.has(entry.name))
      await loadPart(client, entry, copyInto(name, columns.get(name) ?? []))
  }
  await verifyRows(client, header, manifest)
  const jobs = await readJobs(client)
  const names = [...new Set(jobs.map(({ name }) => name))]
  const pool = new pg.Pool({ ...connection, max: 1 })
  try {
    await prepareJobs({ pool, jobs: names.map((name) => ({ name })) })
  } finally {
    await pool.end()
  }
  await publish(client, {
    migrations,
    sequences: manifest.sequences,
    async enqueue() {
      const boss = new PgBoss({ db: { executeSql: (statement, values) => client.query(statement, values) } })
      for (const name of names)
        await boss.insert(
          name,
          jobs.filter((job) => job.name === name),
        )
      // A restored job begins with its first attempt, which gets only a mail that has had none.
      await client.query(
        `update public.mail set attempts = 0 where sent_at is null and failed_at is null and attempts > 0`,
      )
    },
  })
}

async function loadPart(client: pg.Client, { name, body }: ReadEntry, statement: string): Promise<void> {
  await client.query('begin')
  await pipeline(body, client.query(copyFrom(statement)))
  await noteProgress(client, name)
  await client.query('commit')
}

async function storeFile(storage: Storage, id: string, { size, body }: ReadEntry): Promise<void> {
  if ((await storage.open(id))?.sizeBytes === size) return
  const held = await storage.hold(body, { name: id, type: '' })
  try {
    await storage.put(id, held.file)
  } finally {
    await held.release()
  }
}

function explained(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string }
  if (code === '42501')
    return new Refusal(
      `The user of the database may not create its tables (${message}): it must own the database. Nothing was changed.`,
    )
  if (code === '2BP01')
    return new Refusal(
      'Something was created in the database while the restore ran. Restore into another empty database.',
    )
  return error
}
