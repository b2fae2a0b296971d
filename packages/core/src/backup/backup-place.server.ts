import type { BackupManifest } from './archive.server.ts'
import type { BackupSource, WriteOptions } from './write-backup.server.ts'

/** `name` is unique in its place. */
export type KeptBackup = { name: string; at: Date; sizeBytes: number }

/** Where scheduled backups are kept. A bucket throws AppError unavailable while it doesn't respond. */
export type BackupPlace = {
  /** As people know it: a folder, or `s3://bucket/prefix`. */
  name: string
  /** The backups of an installation, or of all that keep theirs here; newest first. */
  list(installation?: string): Promise<KeptBackup[]>
  /** Writes a backup; it is listed only once it is complete. */
  write(source: BackupSource, target: BackupTarget, options: WriteOptions): Promise<BackupManifest>
  /** Returns the path of a listed backup on this disk; from a bucket it is copied first. */
  fetch(name: string): Promise<string>
  delete(name: string): Promise<void>
}

export type BackupTarget = { installation: string; at: Date }

const NAME = /^(?:[\w-]+\/)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/
export const isBackupName = (name: string) => NAME.test(name)
export const fileNameAt = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/** What a place holds under a name; nothing for other files. */
export function keptBackup(name: string, sizeBytes: number): KeptBackup[] {
  return isBackupName(name) ? [{ name, at: new Date(name.replace(NAME, '$1T$2:$3:$4Z')), sizeBytes }] : []
}

export const newestFirst = (backups: readonly KeptBackup[]) =>
  backups.toSorted((one, other) => other.at.getTime() - one.at.getTime())
