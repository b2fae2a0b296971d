import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Embedding } from '@plinth/core/server'
import type { OpenDatabase } from '@plinth/core/database/server'
import { type JobDefinition, type JobRef, defineJob } from '@plinth/core/jobs/server'
import { documentChunks, documents, documentVectors } from '../documents.table.server.ts'
import { holdOwnersOf, type IndexOrder } from '../index-order.server.ts'
import { textOf, VECTORS_AT_ONCE } from './make-vectors.server.ts'
import { writeVectors } from './write-vectors.server.ts'

/** The job that creates the vectors that indexing skipped. `embedDocumentJob` creates its definition. */
export const embedDocument: JobRef<IndexOrder> = { name: 'embed-document' }

/**
 * Creates the missing vectors of a document. Makes nine attempts over some hours; each batch is committed, so
 * a retry resumes where the last one failed. Until then, and if all attempts fail, full-text search still
 * finds the document. Does nothing without a model, or once the document was deleted or reindexed.
 */
export function embedDocumentJob({
  embedding,
}: {
  embedding: Embedding | undefined
}): JobDefinition<IndexOrder> {
  return defineJob<IndexOrder>({
    ...embedDocument,
    retryLimit: 8,
    retryDelaySeconds: 30,
    retryBackoff: true,
    retryDelayMaxSeconds: 3_600,
    timeoutSeconds: 1_800,
    async handler({ db, signal }, order) {
      while (embedding && (await embedNext(db, embedding, { order, signal }))) signal.throwIfAborted()
    },
  })
}

/** Embeds the next batch. Returns true if there may be more. */
async function embedNext(
  db: OpenDatabase['db'],
  embedding: Embedding,
  { order, signal }: { order: IndexOrder; signal: AbortSignal },
) {
  const passages = await findWithoutVector(db, embedding.id, order)
  if (passages.length === 0) return false
  const vectors = await embedding.embed(passages.map(textOf), signal)
  return db.transaction(async (tx) => {
    const { documentId, revision } = order
    await holdOwnersOf(tx, documentId)
    const isPresent = and(eq(documents.id, documentId), eq(documents.revision, revision))
    const [workspace] = await tx
      .select({ organizationId: documents.organizationId, ownerId: documents.ownerId })
      .from(documents)
      .where(isPresent)
      .for('share')
    if (!workspace) return false
    const rows = passages.flatMap(({ position }, at) => {
      const vector = vectors[at]
      return vector ? [{ documentId, position, ...workspace, vector }] : []
    })
    await writeVectors(tx, embedding.id, rows)
    return passages.length === VECTORS_AT_ONCE
  })
}

function findWithoutVector(db: OpenDatabase['db'], model: string, { documentId, revision }: IndexOrder) {
  const { position, heading, text } = documentChunks
  const vector = and(
    eq(documentVectors.documentId, documentChunks.documentId),
    eq(documentVectors.position, documentChunks.position),
    eq(documentVectors.model, model),
  )
  return db
    .select({ position, heading, text })
    .from(documentChunks)
    .innerJoin(documents, and(eq(documents.id, documentChunks.documentId), eq(documents.revision, revision)))
    .leftJoin(documentVectors, vector)
    .where(and(eq(documentChunks.documentId, documentId), isNull(documentVectors.documentId)))
    .orderBy(asc(position))
    .limit(VECTORS_AT_ONCE)
}
