import type { Db } from '@plinth/core/database/server'

/** One file of an export: rows streamed as JSON, an object as JSON, or a stored file. */
export type ExportEntry =
  | { path: string; rows: AsyncIterable<object> | readonly object[] }
  | { path: string; object: object }
  | { path: string; fileId: string; sizeBytes: number }

/** Returns the files of an export; the composition root collects them from the features. */
export type ExportContent = (db: Db, userId: string) => Promise<readonly ExportEntry[]>
