import { sql } from 'drizzle-orm'
import type { Embedding } from '#/core/ai/embedding.server.ts'
import { defineJob, type JobContext, type JobDefinition } from '#/core/jobs/jobs.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { documents, type DocumentStatus } from './documents.table.server.ts'
import { indexDocument, isUnderWay, type IndexOrder } from './index-order.server.ts'
import { DocumentProblem } from './parser/document-problem.ts'
import { parseFile } from './parser/parse-file.server.ts'
import { makeVectors } from './vectors/make-vectors.server.ts'
import { writeIndex } from './write-index.server.ts'

const RETRIES = 2
const LOOK_EVERY_MS = 1000
// The job embed-document embeds the rest of a long document; full-text search already covers all of it.
const VECTORS_MAX_MS = 120_000

type Parts = { storage: Storage; embedding: Embedding | undefined }

/**
 * Parses, chunks and indexes one document. Idempotent: the index is written in one transaction, and an
 * outdated order or one whose document is gone does nothing. A file that can't be parsed fails immediately
 * with the reason; other errors are retried. An embedding failure does not fail the job: the document becomes
 * ready for full-text search, and embed-document creates the vectors later.
 */
export function indexDocumentJob({ storage, embedding }: Parts): JobDefinition<IndexOrder> {
  return defineJob<IndexOrder>({
    ...indexDocument,
    retryLimit: RETRIES,
    retryDelaySeconds: 5,
    timeoutSeconds: 300,
    concurrency: 2,
    perGroup: 1,
    async handler(context, order) {
      try {
        await runOrder({ ...context, storage, embedding }, order)
      } catch (error) {
        if (error instanceof DocumentProblem)
          return void (await advance(context, order, { status: 'failed', error: error.code }))
        if (context.attempt > RETRIES)
          await advance(context, order, { status: 'failed', error: 'errors:unexpected' })
        throw error
      }
    },
  })
}

async function runOrder(context: JobContext & Parts, order: IndexOrder): Promise<void> {
  const document = await advance(context, order, { status: 'parsing' })
  if (!document) return
  const content = await context.storage.open(document.fileId)
  if (!content) throw new DocumentProblem('documents:problems.fileMissing')
  using wanted = watch(context, order)
  const parsed = await parseFile({ content, format: document.format }, wanted).catch((error: unknown) => {
    if (wanted.isGone()) return undefined
    throw error
  })
  if (!parsed || !(await advance(context, order, { status: 'indexing', pages: parsed.pages.length }))) return
  const { embedding } = context
  const limit = AbortSignal.any([wanted.signal, AbortSignal.timeout(VECTORS_MAX_MS)])
  const made = embedding && {
    model: embedding.id,
    vectors: await makeVectors(embedding, parsed.chunks, limit),
  }
  context.signal.throwIfAborted()
  await writeIndex(context.db, order, { ...parsed, made })
}

type Step = { status: DocumentStatus; error?: string; pages?: number }

/**
 * Advances the order to its next status. Returns undefined if the document is gone, or the order is outdated
 * or already finished by another worker.
 */
async function advance({ db }: JobContext, order: IndexOrder, step: Step) {
  const [found] = await db
    .update(documents)
    .set({ ...step, updatedAt: sql`now()` })
    .where(isUnderWay(order))
    .returning({ fileId: documents.fileId, format: documents.format })
  return found
}

/**
 * A signal that aborts shortly after the document was deleted or reindexed, and together with the job's own
 * signal.
 */
function watch({ db, signal }: JobContext, order: IndexOrder) {
  const gone = new AbortController()
  const timer = setInterval(() => {
    const look = db.select({ id: documents.id }).from(documents).where(isUnderWay(order))
    // Ignored: if the database is down, the next step fails.
    look.then(
      (found) => found.length === 0 && gone.abort(),
      () => {},
    )
  }, LOOK_EVERY_MS)
  return {
    signal: AbortSignal.any([signal, gone.signal]),
    isGone: () => gone.signal.aborted,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
