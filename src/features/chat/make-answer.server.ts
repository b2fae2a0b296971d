import { and, eq } from 'drizzle-orm'
import type { UIMessageChunk } from 'ai'
import { may } from '#/core/access/access.ts'
import { member } from '#/core/identity/identity.table.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { translateTo } from '#/core/i18n/server-texts.server.ts'
import { defaultLanguage } from '#/core/i18n/languages.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { chatsAccess } from './chat.access.ts'
import type { ChatParts, FoundPassages, ModelFailure } from './chat-parts.server.ts'
import { failureChunks, partsOf, readChunks } from './end-run.server.ts'
import { holdApprovals } from './hold-approvals.server.ts'
import { branchOf, readMessages, type StoredMessage } from './read-thread.server.ts'
import { openRunLog, type BreakOff, type RunLog, type StartedRun } from './run-log.server.ts'
import { speak, type Spoken } from './speak.server.ts'
import { reserveTokens, settleTokens } from './token-budget.server.ts'

/**
 * `upstream` is aborted when the run is broken off, and when it fails, so that no model goes on for nobody.
 */
type Making = { ctx: VerbContext; parts: ChatParts; run: StartedRun; log: RunLog; upstream: AbortSignal }

/**
 * Makes the answer of a run that this process holds; returns at once. It goes on when the client leaves, and
 * ends by itself, by the order to stop, or with the process; whatever happens, the run is ended and its
 * tokens are settled.
 */
export function makeAnswer(ctx: VerbContext, parts: ChatParts, run: StartedRun): void {
  const mayGoOn = () => hasAccess(ctx, parts, run)
  const log = openRunLog({ db: parts.db, live: ctx.live, log: ctx.log, holder: parts.holder, run, mayGoOn })
  const over = new AbortController()
  const upstream = AbortSignal.any([log.signal, over.signal])
  void answer({ ctx, parts, run, log, upstream }, () => over.abort()).catch((error: unknown) =>
    ctx.log.error({ err: error, runId: run.id }, 'an answer could not be ended'),
  )
}

async function answer(making: Making, endUpstream: () => void): Promise<void> {
  const { ctx, parts, run, log } = making
  const spoken: Spoken = { tokens: 0, approvals: [] }
  try {
    await say(making, spoken)
    log.signal.throwIfAborted()
    const isWaiting = spoken.approvals.length > 0
    await log.end(isWaiting ? 'waiting' : 'done', [{ type: 'finish' }], (tx) =>
      holdApprovals(tx, run, spoken.approvals),
    )
  } catch (error) {
    endUpstream()
    if (log.signal.reason === 'stopped') await log.end('stopped', [{ type: 'abort' }])
    else
      await log.end(
        'failed',
        failureChunks(failureOf(parts, { error, reason: log.signal.reason as BreakOff | undefined })),
      )
    if (!log.signal.aborted && !(error instanceof AppError))
      ctx.log.error({ err: error, runId: run.id }, 'an answer failed')
  } finally {
    if (!run.model.isBuiltIn) {
      const { account, id: runId } = run
      await parts.db.transaction((tx) =>
        settleTokens(tx, { runId, account, spent: run.spentBefore + spoken.tokens }),
      )
    }
  }
}

function failureOf(
  { models }: ChatParts,
  { error, reason }: { error: unknown; reason: BreakOff | undefined },
): ModelFailure {
  if (reason !== undefined && reason !== 'stopped') return { code: 'chat:errors.interrupted', params: {} }
  if (!(error instanceof AppError)) return models.failureOf(error)
  const { field: _field, ...params } = error.params
  return {
    code: error.code,
    params: Object.fromEntries(
      Object.entries(params).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ),
  }
}

async function say(making: Making, spoken: Spoken): Promise<void> {
  const { ctx, parts, run, log, upstream } = making
  const { id, label, isBuiltIn } = run.model
  const language = currentRequest()?.language ?? defaultLanguage
  if (!run.continues) {
    const messageMetadata = {
      createdAt: new Date().toISOString(),
      model: { id, label, isBuiltIn },
      questionId: run.questionId,
    }
    log.write({ type: 'start', messageId: run.id, messageMetadata })
  }
  const messages = await historyOf(making)
  const retrieval = run.page === 'rag' ? await retrieve(making, questionIn(messages)) : undefined
  if (retrieval?.confidence === 'none' && !isBuiltIn) {
    for (const chunk of spokenText(translateTo(language)('chat:answer.notInDocuments'))) log.write(chunk)
    return
  }
  await speak(
    {
      ...{ run, messages, retrieval, language, secret: parts.secret },
      tools: parts.toolsOf(run.page, (signal) => contextNow({ ctx, parts, run }, signal)),
      signal: upstream,
      write: (chunk) => log.write(chunk),
      reserve: (amount) =>
        parts.db.transaction((tx) =>
          reserveTokens(tx, {
            runId: run.id,
            account: run.account,
            amount: isBuiltIn ? 0 : amount,
            limits: parts.limits,
          }),
        ),
    },
    spoken,
  )
}

/** The branch up to the question; when the answer goes on after a person's word, with what there is of it. */
async function historyOf({ parts: { db }, run }: Making): Promise<StoredMessage[]> {
  const branch = branchOf(await readMessages(db, run.threadId), run.questionId)
  if (!run.continues) return branch
  const parts = await partsOf(await readChunks(db, run.id))
  return [
    ...branch,
    { id: run.id, parentId: run.questionId, role: 'assistant', parts, createdAt: new Date() },
  ]
}

const questionIn = (messages: readonly StoredMessage[]): string =>
  messages
    .at(-1)
    ?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n') ?? ''

/**
 * Looks the question up, and says what was found before anything is said about it. What doesn't fit is no
 * source.
 */
async function retrieve(
  { ctx, parts, run, log, upstream }: Making,
  question: string,
): Promise<FoundPassages> {
  const { items, confidence } = await parts.search(await contextNow({ ctx, parts, run }, upstream), question)
  const found = { items: confidence === 'none' ? [] : items, confidence }
  log.write({ type: 'data-retrieval', data: { confidence: found.confidence, passages: found.items.length } })
  found.items.forEach(({ documentId, name, page, start, end, text }, index) =>
    log.write({
      ...{
        type: 'source-document',
        sourceId: String(index + 1),
        mediaType: 'text/plain',
        title: name,
        filename: name,
      },
      providerMetadata: { plinth: { documentId, name, page, start, end, text } },
    }),
  )
  return found
}

function spokenText(text: string): UIMessageChunk[] {
  return [
    { type: 'start-step' },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: text },
    { type: 'text-end', id: '1' },
    { type: 'finish-step' },
  ]
}

/**
 * Who has asked, with the rights they have now, in the workspace they asked in. Throws unauthenticated,
 * conflict.
 */
async function contextNow(
  { ctx, parts, run }: Pick<Making, 'ctx' | 'parts' | 'run'>,
  signal: AbortSignal,
): Promise<VerbContext> {
  const actor = await ctx.actorNow()
  if (actor.kind !== 'user' || actor.userId !== run.account.userId)
    throw new AppError('unauthenticated', 'errors:signInFirst')
  if (actor.workspace.organizationId !== run.account.workspace.organizationId)
    throw new AppError('conflict', 'chat:errors.workspaceChanged')
  return { ...ctx, db: parts.db, actor, signal }
}

/**
 * Whether the session that asked is still valid and its user still a member of the workspace it asked in,
 * whichever workspace is active by now.
 */
async function hasAccess(ctx: VerbContext, { db }: ChatParts, { account }: StartedRun): Promise<boolean> {
  const actor = await ctx.actorNow()
  if (!may(actor, chatsAccess.ask) || actor.kind === 'anonymous' || actor.userId !== account.userId)
    return false
  const { organizationId } = account.workspace
  if (organizationId === null || actor.workspace.organizationId === organizationId) return true
  return (
    (await db.$count(
      member,
      and(eq(member.organizationId, organizationId), eq(member.userId, account.userId)),
    )) > 0
  )
}
