import { eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '@plinth/core/database/server'
import { enqueueJob } from '@plinth/core/jobs/server'
import { documentChunks, documentPages, documents } from './documents.table.server.ts'
import { holdOwnersOf, stillOrdered, type IndexOrder } from './index-order.server.ts'
import type { ParsedDocument } from './parser/parse-document.server.ts'
import { textSearchConfigs } from './retrieval/find-candidates.server.ts'
import { embedDocument } from './vectors/embed-document.server.ts'
import { writeVectors } from './vectors/write-vectors.server.ts'

// Each batch blocks the event loop for about 10 ms; other requests run in between.
const ROWS_PER_STATEMENT = 50
const REST_AFTER_SECONDS = 30

/** Vectors of the first passages by a configured model. The job embed-document creates the missing ones. */
type Made = { model: string; vectors: readonly number[][] }

/**
 * Replaces the index of a document in one transaction, so searches see either the old text or the new one.
 * Does nothing for an outdated order.
 */
export async function writeIndex(
  db: Db,
  order: IndexOrder,
  { pages, chunks, language, unread, made }: ParsedDocument & { made?: Made | undefined },
): Promise<void> {
  const { documentId } = order
  await db.transaction(async (tx) => {
    await holdOwnersOf(tx, documentId)
    const [document] = await tx
      .select({ organizationId: documents.organizationId, ownerId: documents.ownerId })
      .from(documents)
      .where(stillOrdered(order))
      .for('update')
    if (!document) return
    await tx.delete(documentPages).where(eq(documentPages.documentId, documentId))
    await tx.delete(documentChunks).where(eq(documentChunks.documentId, documentId))
    for (const rows of inBatches(pages.map((text, index) => ({ documentId, number: index + 1, text }))))
      await tx.insert(documentPages).values(rows)
    const config = sql`${textSearchConfigs[language]}::regconfig`
    for (const rows of inBatches(chunks.map((chunk, position) => ({ ...chunk, position })))) {
      await tx.insert(documentChunks).values(
        rows.map((chunk) => ({
          documentId,
          ...document,
          ...chunk,
          language,
          words: sql`stemmed_words(${config}, ${`${chunk.heading} ${chunk.text}`})`,
          wordCount: chunk.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0,
        })),
      )
    }
    if (made) {
      const rows = made.vectors.map((vector, position) => ({ documentId, position, ...document, vector }))
      for (const batch of inBatches(rows)) await writeVectors(tx, made.model, batch)
      if (rows.length < chunks.length)
        await enqueueJob(tx, embedDocument, { data: order, startAfterSeconds: REST_AFTER_SECONDS })
    }
    await finish(tx, { documentId, language, unread, pages: pages.length })
  })
}

async function finish(
  tx: Transaction,
  {
    documentId,
    ...known
  }: Pick<ParsedDocument, 'language' | 'unread'> & { documentId: string; pages: number },
) {
  const count = sql<number>`(select count(*) from ${documentChunks} where ${documentChunks.documentId} = ${documentId})`
  const words = sql<number>`(select coalesce(sum(${documentChunks.wordCount}), 0) from ${documentChunks} where ${documentChunks.documentId} = ${documentId})`
  await tx
    .update(documents)
    .set({ ...known, status: 'ready', error: null, chunks: count, words, updatedAt: sql`now()` })
    .where(eq(documents.id, documentId))
}

function inBatches<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, at) =>
    rows.slice(at * ROWS_PER_STATEMENT, (at + 1) * ROWS_PER_STATEMENT),
  )
}
