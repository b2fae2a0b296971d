import { and, eq, sql } from 'drizzle-orm'
import type { UIMessageChunk } from 'ai'
import { may } from '@plinth/core/access'
import { type ModelFailure, currentRequest, translateTo } from '@plinth/core/server'
import { type Transaction, member } from '@plinth/core/database/server'
import { defaultLanguage } from '@plinth/core/texts'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { ANSWER_MAX_BYTES, APPROVAL_MINUTES } from '#/features/chat/chat-limits.ts'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { ChatServices } from '../chat-services.server.ts'
import { chatApprovals } from '../chat.table.server.ts'
import { currentContextOf } from '../current-context.server.ts'
import { limitModel } from '../limits/limited-model.server.ts'
import type { StoredMessage } from '../threads/read-thread.server.ts'
import { partsOf } from './chunks.ts'
import { formatAnswers } from './format-answers.server.ts'
import { openEventLog, type AbortReason, type EventLog, type Generation } from './event-log.server.ts'
import { failureChunks, readChunks } from './finish-generation.server.ts'
import { readHistory } from './prompt.server.ts'
import { streamAnswer, type PendingApproval } from './stream-answer.server.ts'
import type { FoundPassages } from '../passages.server.ts'

type Running = {
  ctx: VerbContext
  services: ChatServices
  generation: Generation
  log: EventLog
  /** Aborted with the generation and when it fails, so that the model call stops too. */
  signal: AbortSignal
}

/**
 * Runs a generation in this process; returns immediately. It continues when the client disconnects, and ends
 * on its own, on a stop request, or when a stopping process has waited long enough. Every path finishes it
 * and settles its tokens.
 */
export function startGeneration(ctx: VerbContext, services: ChatServices, generation: Generation): void {
  const { db, holder } = services
  const log = openEventLog({
    db,
    live: ctx.live,
    log: ctx.log,
    holder,
    generation,
    hasAccess: () => hasAccess(ctx, services, generation),
  })
  const failed = new AbortController()
  const signal = AbortSignal.any([log.signal, failed.signal])
  const generated = run({ ctx, services, generation, log, signal }, () => failed.abort()).then(async () => {
    // If this fails, the job does it.
    await formatAnswers({ db, log: ctx.log, signal: ctx.live.work.ending }, generation.id)
  })
  ctx.live.work.add(
    generated.catch((error: unknown) =>
      ctx.log.error({ err: error, generationId: generation.id }, 'a generation could not be finished'),
    ),
  )
}

async function run(running: Running, abortModel: () => void): Promise<void> {
  const { ctx, services, generation, log } = running
  try {
    const approvals = await answer(running)
    log.signal.throwIfAborted()
    await log.end(approvals.length > 0 ? 'waiting' : 'done', [{ type: 'finish' }], (tx) =>
      storeApprovals(tx, generation, approvals),
    )
  } catch (error) {
    abortModel()
    const reason = log.signal.reason as AbortReason | undefined
    if (reason === 'stopped') await log.end('stopped', [{ type: 'abort' }])
    else await log.end('failed', failureChunks(failureOf(services, error, reason)))
    if (!log.signal.aborted && !(error instanceof AppError))
      ctx.log.error({ err: error, generationId: generation.id }, 'a generation failed')
  }
}

function failureOf({ models }: ChatServices, error: unknown, reason: AbortReason | undefined): ModelFailure {
  if (reason !== undefined && reason !== 'stopped') return { code: 'chat:errors.interrupted', params: {} }
  const { code, params } = models.failureOf(error)
  return { code, params: Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'field')) }
}

/** Writes the answer into the log, and returns the tool calls that wait for approval. */
async function answer(running: Running): Promise<PendingApproval[]> {
  const { ctx, services, generation, log, signal } = running
  const { id, page, userMessageId, model, account, reservation, continues } = generation
  const language = currentRequest()?.language ?? defaultLanguage
  const { db, limits, secret } = services
  const limited = limitModel(model, { db, log: ctx.log, limits, account, reservation })
  try {
    if (!continues) {
      const { id: modelId, label, isBuiltIn } = model
      const createdAt = new Date().toISOString()
      const messageMetadata = { createdAt, model: { id: modelId, label, isBuiltIn }, userMessageId }
      log.write({ type: 'start', messageId: id, messageMetadata })
    }
    const messages = await historyOf(running)
    const retrieval = page === 'rag' ? await retrieve(running, lastTextOf(messages)) : undefined
    if (retrieval?.confidence === 'none' && !model.isBuiltIn) {
      writeText(log, translateTo(language)('chat:answer.notInDocuments'))
      return []
    }
    const assertRoom = answerRoom(continues ? messages.at(-1)?.parts : [])
    const tools = services.toolsOf(page, currentContextOf(ctx, { db, ...account }))
    return await streamAnswer({
      generation,
      model: limited.model,
      messages,
      tools,
      retrieval,
      language,
      secret,
      signal,
      write(chunk) {
        assertRoom(chunk)
        log.write(chunk)
      },
    })
  } finally {
    await limited.release()
  }
}

/** Returns a function that throws limit once the answer, of which there is a part already, is too large. */
function answerRoom(parts: StoredMessage['parts'] = []): (chunk: UIMessageChunk) => void {
  const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
  let bytes = sizeOf(parts)
  return (chunk) => {
    bytes += sizeOf('delta' in chunk ? chunk.delta : chunk)
    if (bytes > ANSWER_MAX_BYTES) throw new AppError('limit', 'chat:errors.tooLong')
  }
}

/** Returns the branch up to the user message; after tool approvals also the partial answer. */
async function historyOf({ services: { db }, generation }: Running): Promise<StoredMessage[]> {
  const { id, threadId, userMessageId, continues } = generation
  const branch = await readHistory(db, threadId, userMessageId)
  if (!continues) return branch
  const parts = await partsOf(await readChunks(db, id))
  return [
    ...branch,
    { id, parentId: userMessageId, role: 'assistant', parts, trees: null, createdAt: new Date() },
  ]
}

const lastTextOf = (messages: readonly StoredMessage[]): string =>
  (messages.at(-1)?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')

/** Searches the documents, and writes the passages into the log before the answer. */
async function retrieve(
  { ctx, services, generation, log, signal }: Running,
  query: string,
): Promise<FoundPassages> {
  const currentContext = currentContextOf(ctx, { db: services.db, ...generation.account })
  const { items, confidence } = await services.search(await currentContext(signal), query)
  const found = { items: confidence === 'none' ? [] : items, confidence }
  log.write({ type: 'data-retrieval', data: { confidence, passages: found.items.length } })
  found.items.forEach(({ documentId, name, page, start, end, text }, index) =>
    log.write({
      type: 'source-document',
      sourceId: String(index + 1),
      mediaType: 'text/plain',
      title: name,
      filename: name,
      providerMetadata: { passage: { documentId, name, page, start, end, text } },
    }),
  )
  return found
}

function writeText(log: EventLog, text: string): void {
  log.write({ type: 'start-step' })
  log.write({ type: 'text-start', id: '1' })
  log.write({ type: 'text-delta', id: '1', delta: text })
  log.write({ type: 'text-end', id: '1' })
  log.write({ type: 'finish-step' })
}

/** Stores pending approvals. Only the sender of the message may respond, within APPROVAL_MINUTES. */
async function storeApprovals(
  tx: Transaction,
  { id: generationId, account: { userId } }: Generation,
  approvals: readonly PendingApproval[],
): Promise<void> {
  if (approvals.length === 0) return
  const expiresAt = sql`now() + make_interval(mins => ${APPROVAL_MINUTES})`
  await tx.insert(chatApprovals).values(
    approvals.map(({ approvalId: id, toolCallId, toolName }) => ({
      id,
      generationId,
      userId,
      toolCallId,
      toolName,
      expiresAt,
    })),
  )
}

/**
 * Whether the session that sent the message is still valid and its user is still a member of the workspace,
 * even when another workspace is active now.
 */
async function hasAccess(ctx: VerbContext, { db }: ChatServices, { account }: Generation): Promise<boolean> {
  const actor = await ctx.actorNow()
  if (!may(actor, chatsAccess.send) || actor.kind === 'anonymous' || actor.userId !== account.userId)
    return false
  const { organizationId } = account.workspace
  if (organizationId === null || actor.workspace.organizationId === organizationId) return true
  const membership = and(eq(member.organizationId, organizationId), eq(member.userId, account.userId))
  return (await db.$count(member, membership)) > 0
}
