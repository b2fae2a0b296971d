import type { Db } from '#/core/db/database.server.ts'

/** One file of the copy: rows as JSON, read while it is written, or a stored file. */
export type ExportEntry =
  | { path: string; rows: AsyncIterable<object> | readonly object[] }
  | { path: string; object: object }
  | { path: string; fileId: string; sizeBytes: number }

/** What a copy holds; the composition root makes it from what each slice offers. */
export type ExportContent = (db: Db, userId: string) => Promise<readonly ExportEntry[]>
