import { asc } from 'drizzle-orm'
import { ownContent } from '@plinth/core/verb/server'
import type { Db } from '@plinth/core/database/server'
import { documents } from './documents.table.server.ts'

/**
 * Returns the documents a user uploaded, oldest first, with their file ids, for the data export. The caller
 * authorizes.
 */
export const exportDocuments = (db: Db, userId: string) =>
  db
    .select({
      id: documents.id,
      organizationId: documents.organizationId,
      name: documents.name,
      format: documents.format,
      sizeBytes: documents.sizeBytes,
      fileId: documents.fileId,
      status: documents.status,
      unread: documents.unread,
      createdAt: documents.createdAt,
    })
    .from(documents)
    .where(ownContent(documents, userId))
    .orderBy(asc(documents.createdAt), asc(documents.id))
