import { and, eq, inArray } from 'drizzle-orm'
import type { JobRef } from '#/core/jobs/jobs.server.ts'
import { documents } from './documents.table.server.ts'

/** What is to be indexed. Each new order for a document has the next revision; only that of the document's row counts. */
export type IndexOrder = { documentId: string; revision: number }

/** The job that reads a document's file and makes it searchable; indexDocumentJob makes its definition. */
export const indexDocument: JobRef<IndexOrder> = { name: 'index-document' }

/** The document, while this order is the present one and not finished. */
export const isUnderWay = ({ documentId, revision }: IndexOrder) =>
  and(eq(documents.id, documentId), eq(documents.revision, revision), inArray(documents.status, ['queued', 'parsing', 'indexing']))
