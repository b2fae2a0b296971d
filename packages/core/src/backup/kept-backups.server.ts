import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { OpenDatabase } from '#/db/database.server.ts'
import type { Env } from '#/env/env.server.ts'
import { readInstallationId } from '#/storage/installation.server.ts'
import { emptyWhenMissing } from '#/storage/storage.server.ts'
import type { BackupManifest } from './archive.server.ts'
import {
  fileNameAt,
  isBackupName,
  keptBackup,
  newestFirst,
  type BackupPlace,
  type BackupTarget,
  type KeptBackup,
} from './backup-place.server.ts'
import type { BackupSource, WriteOptions } from './write-backup.server.ts'

/** A day and a half: one missed night is a warning. */
export const BACKUP_OLD_AFTER_MS = 36 * 3_600_000

type Places = Pick<Env, 'DATA_DIR' | 'BACKUPS_URL'>

/** Opens the place of scheduled backups: a bucket with BACKUPS_URL, otherwise the folder in DATA_DIR. */
export async function openBackups({ DATA_DIR, BACKUPS_URL }: Places): Promise<BackupPlace> {
  const folder = path.join(DATA_DIR, 'backups')
  if (BACKUPS_URL === undefined) return folderPlace(folder)
  const { bucketPlace } = await import('./bucket-backups.server.ts')
  return bucketPlace(BACKUPS_URL, folder)
}

/** The scheduled backups of the installation whose database this is, newest first. */
export const listBackups = async (db: OpenDatabase['db'], env: Places): Promise<KeptBackup[]> =>
  (await openBackups(env)).list(await readInstallationId(db))

/** A folder of this installation. */
export function folderPlace(folder: string): BackupPlace {
  return {
    name: folder,
    async list() {
      const names = (await readdir(folder).catch(emptyWhenMissing)).filter(isBackupName)
      const listed = names.map(async (name) => keptBackup(name, (await stat(path.join(folder, name))).size))
      return newestFirst((await Promise.all(listed)).flat())
    },
    async write(source, { at }, options) {
      const { writeBackup } = await import('./write-backup.server.ts')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const name of await readdir(folder))
        if (name.endsWith('.backup.partial')) await rm(path.join(folder, name), { force: true })
      return writeBackup(source, path.join(folder, fileNameAt(at)), options)
    },
    fetch: async (name) => path.join(folder, name),
    delete: (name) => rm(path.join(folder, name), { force: true }),
  }
}

/**
 * Writes a backup, then deletes those of the installation that are too many: `backupsToDelete` decides. At
 * most one runs at a time.
 */
export async function keepBackup(
  source: BackupSource,
  { place, target, ...options }: WriteOptions & { place: BackupPlace; target: BackupTarget },
): Promise<BackupManifest> {
  const written = await place.write(source, target, options)
  for (const { name } of backupsToDelete(await place.list(target.installation))) await place.delete(name)
  return written
}

const KEPT = [
  { count: 7, periodOf: (at: Date) => at.toISOString().slice(0, 10) },
  { count: 4, periodOf: (at: Date) => String(Math.floor((at.getTime() / 86_400_000 + 3) / 7)) },
  { count: 12, periodOf: (at: Date) => at.toISOString().slice(0, 7) },
]

/**
 * Of backups with the newest first, all but the newest of each of the last seven days, four weeks and twelve
 * months that have one.
 */
export function backupsToDelete(sorted: readonly KeptBackup[]): KeptBackup[] {
  const kept = new Set<KeptBackup>()
  for (const { count, periodOf } of KEPT) {
    const periods = new Map<string, KeptBackup>()
    for (const backup of sorted) {
      const period = periodOf(backup.at)
      if (!periods.has(period)) periods.set(period, backup)
    }
    for (const backup of [...periods.values()].slice(0, count)) kept.add(backup)
  }
  return sorted.filter((backup) => !kept.has(backup))
}
