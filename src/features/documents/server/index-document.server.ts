import { sql } from 'drizzle-orm'
import type { Db } from '@plinth/core/database/server'
import type { Embedding } from '@plinth/core/server'
import { type JobContext, type JobDefinition, defineJob } from '@plinth/core/jobs/server'
import type { Storage, StoredFile } from '@plinth/core/files/server'
import { documents, type DocumentStatus } from './documents.table.server.ts'
import {
  chargeParsing,
  enqueueIndexing,
  indexDocument,
  indexSlowDocument,
  stillOrdered,
  stillWanted,
  type IndexJob,
  type IndexOrder,
} from './index-order.server.ts'
import { DocumentProblem, TOOK_TOO_LONG } from './parser/document-problem.ts'
import type { DocumentFormat } from './parser/format-of.server.ts'
import type { ParsedDocument } from './parser/parse-document.server.ts'
import { maxParseSeconds, parseFile, QUICK_SECONDS } from './parser/parse-file.server.ts'
import { makeVectors } from './vectors/make-vectors.server.ts'
import { writeIndex } from './write-index.server.ts'

const RETRIES = 2
const LOOK_EVERY_MS = 1000
// The job embed-document embeds the rest of a long document; full-text search already covers all of it.
const VECTORS_MAX_MS = 120_000

type Parts = {
  storage: Storage
  embedding: Embedding | undefined
  /** How long a first attempt may take. Only tests change it. */
  quickSeconds?: number
}

/**
 * Parses, chunks and indexes one document, also one that has failed. Idempotent: the index is written in one
 * transaction, and an outdated order or one whose document is gone or ready does nothing. A file that can't
 * be parsed fails immediately with the reason; other errors are retried. An embedding failure does not fail
 * the job: the document becomes ready for full-text search, and embed-document creates the vectors later.
 */
export function indexDocumentJob(parts: Parts): JobDefinition<IndexJob> {
  const { quickSeconds = QUICK_SECONDS } = parts
  return defineJob<IndexJob>({
    ...indexDocument,
    ...options,
    concurrency: 2,
    handler: (context, order) =>
      handleOrder({ ...context, ...parts, queue: indexDocument, maxSeconds: quickSeconds }, order),
  })
}

/**
 * The same for files that took too long for the first attempt. One runs at a time, so the other parser is
 * always there for the rest.
 */
export function indexSlowDocumentJob(parts: Parts): JobDefinition<IndexJob> {
  return defineJob<IndexJob>({
    ...indexSlowDocument,
    ...options,
    handler: (context, order) =>
      handleOrder({ ...context, ...parts, queue: indexSlowDocument, maxSeconds: Infinity }, order),
  })
}

const options = { retryLimit: RETRIES, retryDelaySeconds: 5, timeoutSeconds: 300 }

type OrderContext = JobContext & Parts & { queue: typeof indexDocument; maxSeconds: number }

async function handleOrder(context: OrderContext, order: IndexJob): Promise<void> {
  try {
    await runOrder(context, order)
  } catch (error) {
    // The document was deleted or reindexed meanwhile, and its file may be gone: nobody waits for this order.
    if (!(await isWanted(context, order))) return
    if (error instanceof DocumentProblem)
      return void (await advance(context, order, { status: 'failed', error: error.code }))
    if (context.attempt > RETRIES)
      await advance(context, order, { status: 'failed', error: 'errors:unexpected' })
    throw error
  }
}

async function runOrder(context: OrderContext, order: IndexJob): Promise<void> {
  const document = await advance(context, order, { status: 'parsing', error: null, from: stillWanted })
  if (!document) return
  const content = await context.storage.open(document.fileId)
  if (!content) throw new DocumentProblem('documents:problems.fileMissing')
  using wanted = watch(context, order)
  const parsed = await parseInTime(context, order, { wanted, content, format: document.format })
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

type Parsing = { wanted: Watch; content: StoredFile; format: DocumentFormat }

/**
 * Parses the file and charges the account. Returns undefined if the result is no longer wanted, or if the
 * order gets another attempt among the slow ones.
 */
async function parseInTime(
  context: OrderContext,
  order: IndexJob,
  { wanted, ...file }: Parsing,
): Promise<ParsedDocument | undefined> {
  const allowedSeconds = maxParseSeconds(file.content.sizeBytes)
  const maxSeconds = Math.min(context.maxSeconds, allowedSeconds)
  let took = 0
  const onEnd = (seconds: number) => void (took = seconds)
  try {
    const account = order.userId ?? order.documentId
    return await parseFile(file, { account, log: context.log, signal: wanted.signal, maxSeconds, onEnd })
  } catch (error) {
    if (wanted.isGone()) return undefined
    const isSlow = error instanceof DocumentProblem && error.code === TOOK_TOO_LONG
    if (!isSlow || maxSeconds === allowedSeconds) throw error
    await enqueueSlow(context, order)
    return undefined
  } finally {
    if (order.userId !== undefined)
      await chargeParsing(context.db, context.queue, { userId: order.userId, took })
  }
}

/** Gives the order another attempt among the slow ones. */
async function enqueueSlow(context: JobContext, { userId, ...order }: IndexJob): Promise<void> {
  await context.db.transaction(async (tx) => {
    const found = await advance({ db: tx }, order, { status: 'queued' })
    const orderedBy = userId ?? found?.createdById
    if (found && orderedBy) await enqueueIndexing(tx, { ...order, userId: orderedBy }, indexSlowDocument)
  })
}

type Step = {
  status: DocumentStatus
  error?: string | null
  pages?: number
  from?: typeof stillOrdered
}

/**
 * Advances the order to its next status. Returns undefined if the document is gone, or the order is outdated
 * or already finished by another worker.
 */
async function advance({ db }: { db: Db }, order: IndexOrder, { from = stillOrdered, ...step }: Step) {
  const [found] = await db
    .update(documents)
    .set({ ...step, updatedAt: sql`now()` })
    .where(from(order))
    .returning({
      fileId: documents.fileId,
      format: documents.format,
      createdById: documents.createdById,
    })
  return found
}

/** Whether the order is under way, and was not replaced by another. */
async function isWanted({ db }: { db: Db }, order: IndexOrder): Promise<boolean> {
  const found = await db.select({ id: documents.id }).from(documents).where(stillOrdered(order))
  return found.length > 0
}

type Watch = { signal: AbortSignal; isGone(): boolean } & Disposable

/**
 * A signal that aborts shortly after the document was deleted or reindexed, and together with the job's own
 * signal.
 */
function watch({ db, signal }: JobContext, order: IndexOrder): Watch {
  const gone = new AbortController()
  const timer = setInterval(() => {
    // Ignored: if the database is down, the next step fails.
    isWanted({ db }, order).then(
      (wanted) => !wanted && gone.abort(),
      () => {},
    )
  }, LOOK_EVERY_MS)
  return {
    signal: AbortSignal.any([signal, gone.signal]),
    isGone: () => gone.signal.aborted,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
