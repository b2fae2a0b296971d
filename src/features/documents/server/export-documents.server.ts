import { asc } from 'drizzle-orm'
import { isOwnContent } from '#/core/access/own-content.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import { documents } from './documents.table.server.ts'

/**
 * The documents that a user uploaded, oldest first, with the ids of their files. For the data export; the
 * caller has authorized.
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
      createdAt: documents.createdAt,
    })
    .from(documents)
    .where(isOwnContent(documents, userId))
    .orderBy(asc(documents.createdAt), asc(documents.id))
