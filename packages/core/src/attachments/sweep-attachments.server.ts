import { and, lt, sql } from 'drizzle-orm'
import { olderThan } from '#/db/delete-old.server.ts'
import type { FileOwner } from '#/storage/sweep-files.server.ts'
import { isUnused } from './attachments.server.ts'
import { ATTACHMENT, attachments } from './attachments.table.server.ts'

/** How long an upload is kept that no row has: before its form is sent, or once it was replaced. */
const UNUSED_DAYS = 7

/** Uploads that rows have. A deleted row keeps its files while it can be restored. */
export const attachmentFiles: FileOwner = {
  purpose: ATTACHMENT,
  table: attachments,
  isAbandoned: async (db) =>
    and(lt(attachments.usedAt, olderThan(UNUSED_DAYS)), await isUnused(db)) ?? sql`false`,
}
