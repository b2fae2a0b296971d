import { and, eq, inArray, ne } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { inWorkspace, workspaceOf } from '#/core/access/workspace.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { enqueueJob, type JobRef } from '#/core/jobs/jobs.server.ts'
import { documents, type DocumentStatus } from './documents.table.server.ts'

/**
 * An order to index a document. Each new order gets the next revision; only the one in the document row is
 * valid.
 */
export type IndexOrder = { documentId: string; revision: number }

/** The job that parses a document's file and indexes it. `indexDocumentJob` creates its definition. */
export const indexDocument: JobRef<IndexOrder> = { name: 'index-document' }

const underWay: DocumentStatus[] = ['queued', 'parsing', 'indexing']

/** Matches the document while this order is current and unfinished. */
export const isUnderWay = ({ documentId, revision }: IndexOrder) =>
  and(eq(documents.id, documentId), eq(documents.revision, revision), inArray(documents.status, underWay))

/**
 * Queues an order fairly: behind the pending orders of its own workspace and as many of each other workspace,
 * so that a large upload does not block others.
 */
export async function enqueueIndexing(
  tx: Transaction,
  actor: SignedInActor,
  order: IndexOrder,
): Promise<void> {
  const others = and(
    inWorkspace(documents, actor),
    inArray(documents.status, underWay),
    ne(documents.id, order.documentId),
  )
  const { organizationId, ownerId } = workspaceOf(actor)
  const group = { id: organizationId ?? `personal:${ownerId}`, ahead: await tx.$count(documents, others) }
  await enqueueJob(tx, indexDocument, { data: order, group })
}
