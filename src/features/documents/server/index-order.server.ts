import { and, eq, inArray, ne } from 'drizzle-orm'
import { type Db, type Transaction, holdOwners } from '@plinth/core/database/server'
import { type JobRef, chargeGroup, enqueueJob } from '@plinth/core/jobs/server'
import { documents, type DocumentStatus } from './documents.table.server.ts'

/**
 * An order to index a document. Each new order gets the next revision; only the one in the document row is
 * valid.
 */
export type IndexOrder = { documentId: string; revision: number }

/** The order as a job: charged to the account that gave it. */
export type IndexJob = IndexOrder & { userId?: string }

/** The job that parses a document's file and indexes it. `indexDocumentJob` creates its definition. */
export const indexDocument: JobRef<IndexJob> = { name: 'index-document' }
/** The same for files that took too long there: they wait for each other and not in front of the rest. */
export const indexSlowDocument: JobRef<IndexJob> = { name: 'index-slow-document' }

export const underWay: DocumentStatus[] = ['queued', 'parsing', 'indexing']

const isCurrent = ({ documentId, revision }: IndexOrder) =>
  and(eq(documents.id, documentId), eq(documents.revision, revision))

/** Matches the document while this order is current and unfinished. */
export const stillOrdered = (order: IndexOrder) => and(isCurrent(order), inArray(documents.status, underWay))

/** The same, or failed: an administrator can try its job again. */
export const stillWanted = (order: IndexOrder) => and(isCurrent(order), ne(documents.status, 'ready'))

/** What an order is expected to take, with a margin; what it takes beyond is charged afterwards. */
const ORDER_SECONDS = 5

/** Queues an order, fairly between accounts, whatever organizations they own. */
export async function enqueueIndexing(
  tx: Transaction,
  { userId, ...order }: IndexOrder & { userId: string },
  job = indexDocument,
): Promise<void> {
  await enqueueJob(tx, job, { data: { ...order, userId }, group: { id: userId, seconds: ORDER_SECONDS } })
}

/** Charges an account what its order took beyond the expected. */
export const chargeParsing = (
  db: Db,
  job: typeof indexDocument,
  { userId, took }: { userId: string; took: number },
): Promise<void> => chargeGroup(db, job, { id: userId, seconds: Math.ceil(took) - ORDER_SECONDS })

/** Call it before you lock a document and write what was read from it. */
export async function holdOwnersOf(tx: Transaction, documentId: string): Promise<void> {
  const [owners] = await tx
    .select({ organizationId: documents.organizationId, userId: documents.ownerId })
    .from(documents)
    .where(eq(documents.id, documentId))
  if (owners) await holdOwners(tx, owners)
}
