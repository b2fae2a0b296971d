import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { keptSecret } from '#/core/env/signing-secret.server.ts'
import { createId } from '#/lib/create-id.ts'
import { StartError } from '#/lib/start-error.ts'
import { installation } from './installation.table.server.ts'

export const MARKER = 'installation-id'

type Places = {
  db: OpenDatabase['db']
  /** The folder of stored files, in DATA_DIR. */
  folder: string
  /** Undefined for the embedded database, which is in the same DATA_DIR. */
  databaseUrl: string | undefined
}

/**
 * Ensures that the folder holds the files of this database, on every instance. The first start gives both the
 * same id; a database without one takes the folder's. Throws StartError when they differ.
 */
export async function requireSharedFolder({ db, folder, databaseUrl }: Places): Promise<void> {
  const found = await readMarker(folder)
  // The folder is marked before the commit: after a crash in between, the database takes over its id.
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
    let marker = await readMarker(folder)
    if (marker === undefined && (isFirst || databaseUrl === undefined))
      marker = await claimFolder(folder, row.id)
    if (marker !== row.id) throw new StartError(foreignFolder({ folder, databaseUrl }, row.id, marker))
  })
}

/**
 * Returns the mismatch between database and folder; undefined when they match or before the first start.
 * Read-only.
 */
export async function findForeignFolder({ db, folder, databaseUrl }: Places): Promise<string | undefined> {
  const [row] = await db.select({ id: installation.id }).from(installation)
  const marker = await readMarker(folder)
  if (!row || marker === row.id || (marker === undefined && databaseUrl === undefined)) return undefined
  return foreignFolder({ folder, databaseUrl }, row.id, marker)
}

/** Marks the folder as the one of this installation, unless it is marked already, and returns its mark. */
export async function claimFolder(folder: string, id: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return keptSecret(folder, MARKER, () => id)
}

async function readMarker(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(folder, MARKER), 'utf8')).trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function foreignFolder(
  { folder, databaseUrl }: Omit<Places, 'db'>,
  id: string,
  marker: string | undefined,
): string {
  const { host, pathname } =
    databaseUrl === undefined ? { host: 'the embedded database', pathname: '' } : new URL(databaseUrl)
  const holds =
    marker === undefined
      ? 'is not the folder'
      : `holds the files of another installation (${marker}), not those`
  return (
    `DATA_DIR ${path.dirname(folder)} ${holds} of the database ${host}${pathname} (${id}). All instances of a database share one DATA_DIR: ` +
    `set it to theirs. If this folder holds the database's files from now on, say so: echo ${id} > ${path.join(folder, MARKER)}`
  )
}
