import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '#/core/env/env.server.ts'
import type { BackupManifest } from './archive.server.ts'
import type { BackupSource } from './write-backup.server.ts'

export type KeptBackup = { name: string; at: Date; sizeBytes: number }

/** A day and a half: one missed night is a warning. */
export const BACKUP_OLD_AFTER_MS = 36 * 3_600_000

export const backupsFolder = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>) => path.join(DATA_DIR, 'backups')

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/
const nameAt = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/** The scheduled backups, newest first. */
export async function listBackups(folder: string): Promise<KeptBackup[]> {
  const names = (await readdir(folder).catch(emptyWhenMissing)).filter((name) => NAME.test(name))
  return Promise.all(
    names
      .toSorted()
      .toReversed()
      .map(async (name) => ({
        name,
        at: new Date(name.replace(NAME, '$1T$2:$3:$4Z')),
        sizeBytes: (await stat(path.join(folder, name))).size,
      })),
  )
}

type Keeping = { folder: string; passphrase: string | undefined; now: Date; signal: AbortSignal }

/**
 * Writes a backup into the folder, then deletes those that are too many: `backupsToDelete` decides. At most
 * one runs at a time.
 */
export async function keepBackup(
  source: BackupSource,
  { folder, passphrase, now, signal }: Keeping,
): Promise<BackupManifest> {
  const { writeBackup } = await import('./write-backup.server.ts')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder))
    if (name.endsWith('.backup.partial')) await rm(path.join(folder, name), { force: true })
  const written = await writeBackup(source, path.join(folder, nameAt(now)), { passphrase, signal })
  for (const { name } of backupsToDelete(await listBackups(folder)))
    await rm(path.join(folder, name), { force: true })
  return written
}

const KEPT = [
  { count: 7, periodOf: (at: Date) => at.toISOString().slice(0, 10) },
  { count: 4, periodOf: (at: Date) => String(Math.floor((at.getTime() / 86_400_000 + 3) / 7)) },
  { count: 12, periodOf: (at: Date) => at.toISOString().slice(0, 7) },
]

/** All but the newest of each of the last seven days, four weeks and twelve months that have one. */
export function backupsToDelete(newestFirst: readonly KeptBackup[]): KeptBackup[] {
  const kept = new Set<KeptBackup>()
  for (const { count, periodOf } of KEPT) {
    const periods = new Map<string, KeptBackup>()
    for (const backup of newestFirst) {
      const period = periodOf(backup.at)
      if (!periods.has(period)) periods.set(period, backup)
    }
    for (const backup of [...periods.values()].slice(0, count)) kept.add(backup)
  }
  return newestFirst.filter((backup) => !kept.has(backup))
}

function emptyWhenMissing(error: unknown): string[] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
  throw error
}
