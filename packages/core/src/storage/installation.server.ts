import type { OpenDatabase } from '#/db/database.server.ts'
import { readDatabaseUrl } from '#/env/database-url.server.ts'
import { createId } from '#/lib/create-id.ts'
import { StartError } from '#/lib/start-error.ts'
import { installation } from './installation.table.server.ts'
import type { StoragePlace } from './storage.server.ts'

type Places = {
  db: OpenDatabase['db']
  place: StoragePlace
  env: { DATABASE_URL: string | undefined; STORAGE_URL?: string | undefined }
}

/** With the embedded database both are in the same DATA_DIR. */
const isOneFolder = ({ DATABASE_URL, STORAGE_URL }: Places['env']) =>
  DATABASE_URL === undefined && STORAGE_URL === undefined

/**
 * Ensures that the storage holds the files of this database, on every instance. The first start gives both
 * the same id; a database without one takes the storage's. Throws StartError when they differ.
 */
export async function requireSharedStorage(places: Places): Promise<void> {
  const { db, place, env } = places
  const found = await place.readMark()
  // The storage is marked before the commit: after a crash in between, the database takes over its id.
  await db.transaction(async (tx) => {
    const isFirst =
      (
        await tx
          .insert(installation)
          .values({ id: found ?? createId() })
          .onConflictDoNothing()
          .returning()
      ).length > 0
    const [row] = await tx.select({ id: installation.id }).from(installation)
    if (!row) throw new Error('The installation has no id')
    // Read again: another instance may have marked it meanwhile.
    let mark = await place.readMark()
    if (mark === undefined && (isFirst || isOneFolder(env) || (await isSuccessor(place, row.id))))
      mark = await place.claim(row.id)
    if (mark !== row.id) throw new StartError(foreignStorage(places, row.id, mark))
  })
}

const EMBEDDED = { server: 'the embedded database', database: '' }

/** The id of this installation. Throws before the first start. */
export async function readInstallationId(db: OpenDatabase['db']): Promise<string> {
  const [row] = await db.select({ id: installation.id }).from(installation)
  if (!row) throw new Error('The installation has no id')
  return row.id
}

/** Whether files of this installation are about to move into an empty place. */
const isSuccessor = async (place: StoragePlace, id: string) =>
  (await place.before?.readMark()) === id && (await place.isEmpty())

/**
 * Returns the mismatch between database and storage; undefined when they match or before the first start.
 * Read-only.
 */
export async function findForeignStorage(places: Places): Promise<string | undefined> {
  const [row] = await places.db.select({ id: installation.id }).from(installation)
  const mark = await places.place.readMark()
  if (!row || mark === row.id || (mark === undefined && isOneFolder(places.env))) return undefined
  return foreignStorage(places, row.id, mark)
}

function foreignStorage(
  { place, env: { DATABASE_URL: databaseUrl } }: Omit<Places, 'db'>,
  id: string,
  mark: string | undefined,
): string {
  const { server, database } = databaseUrl === undefined ? EMBEDDED : readDatabaseUrl(databaseUrl)
  const [setting = ''] = place.name.split(' ')
  const holds =
    mark === undefined
      ? `is not the ${setting === 'DATA_DIR' ? 'folder' : 'bucket'}`
      : `holds the files of another installation (${mark}), not those`
  return (
    `${place.name} ${holds} of the database ${server}${database && `/${database}`} (${id}). All instances of a database share one ${setting}: ` +
    `set it to theirs. If it holds the database's files from now on, say so: ${place.adoption(id)}`
  )
}
