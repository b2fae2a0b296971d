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
// Of a long document the job embed-document makes the rest, while the words of all of it are found.
const VECTORS_MAX_MS = 120_000

type Parts = { storage: Storage; embedding: Embedding | undefined }

/**
 * Reads, cuts and indexes one document. Safe to run again at any point: everything the index gets of a
 * document comes in one transaction, and an order that has been replaced or whose document is gone does
 * nothing. A file that can't be read fails at once, with the reason; anything else is tried again. A model
 * that makes no vectors fails nothing: the document is ready by its words, and another job goes on trying.
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
 * One step of this order. Undefined when the document is gone or the order is no longer the present one, or
 * has been finished by another worker.
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
 * A signal that ends the reading of a file soon after its document was deleted or ordered anew, and with the
 * job's own.
 */
function watch({ db, signal }: JobContext, order: IndexOrder) {
  const gone = new AbortController()
  const timer = setInterval(() => {
    const look = db.select({ id: documents.id }).from(documents).where(isUnderWay(order))
    // A database that is away is found out by the next step.
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
