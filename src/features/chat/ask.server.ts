import { eq, sql } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import type { SignedInActor } from '#/core/access/actor.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { createId } from '#/lib/create-id.ts'
import { QUESTION_MAX_LENGTH } from './chat-limits.ts'
import type { ChatModel, ChatParts } from './chat-parts.server.ts'
import { chatsAccess } from './chat.access.ts'
import { chatRuns, chatThreads } from './chat.table.server.ts'
import { endDeadRuns } from './end-run.server.ts'
import { makeAnswer } from './make-answer.server.ts'
import { tokensFor } from './prompt.server.ts'
import type { Question } from './question.ts'
import { branchOf, lockThread, readMessages } from './read-thread.server.ts'
import { LEASE_SECONDS, type StartedRun } from './run-log.server.ts'
import { ensureThread, findAsked, refuseBusyOrFull, storeQuestion } from './store-question.server.ts'
import { reserveTokens, todayUtc } from './token-budget.server.ts'

export const askLimitKey = (userId: string): string => `chat.ask:${userId}`

/**
 * Stores a question and begins its answer, which goes on whoever listens. Any member, in a thread of their
 * own or, as an admin of the workspace, of anybody; a thread that isn't there is made. The same message sent
 * again answers the run it has begun. Throws not_found (thread, message), forbidden, conflict (an answer is
 * being made; the id was used; the thread is full), invalid, limit.
 */
export async function ask(
  ctx: VerbContext,
  parts: ChatParts,
  question: Question,
): Promise<{ runId: string }> {
  const actor = authorize(ctx.actor, chatsAccess.ask)
  const model = modelOf(parts, question.modelId)
  if (question.kind === 'ask' && question.text.length > QUESTION_MAX_LENGTH)
    throw new AppError('invalid', 'errors:tooLong', { field: 'messages' })
  await endDeadRuns(parts.db, question.threadId)
  const begun = await parts.db.transaction((tx) => begin(tx, { actor, parts, model, question }))
  if ('run' in begun) makeAnswer(ctx, parts, begun.run)
  return { runId: 'run' in begun ? begun.run.id : begun.runId }
}

function modelOf({ models }: ChatParts, id: string | undefined): ChatModel {
  const model = models.find(id ?? models.defaultId)
  if (!model) throw new AppError('invalid', 'chat:errors.unknownModel', { field: 'model' })
  return model
}

type Beginning = { actor: SignedInActor; parts: ChatParts; model: ChatModel; question: Question }

async function begin(
  tx: Transaction,
  { actor, parts, model, question: asked }: Beginning,
): Promise<{ run: StartedRun } | { runId: string }> {
  const { threadId, page, wireId } = asked
  if (asked.kind === 'ask') await ensureThread(tx, actor, asked)
  const thread = await lockThread(tx, actor, { id: threadId, page })
  const known = await findAsked(tx, asked)
  if (typeof known === 'object') return known
  await countRequest(tx, actor, parts)
  await refuseBusyOrFull(tx, threadId)
  const question: Question = known === 'again' ? { ...asked, kind: 'regenerate' } : asked
  const questionId = await storeQuestion(tx, question, thread.headId)
  const account = { userId: actor.userId, workspace: actor.workspace, day: todayUtc() }
  const run: StartedRun = {
    id: createId(),
    threadId,
    page,
    questionId,
    model,
    account,
    continues: false,
    seq: 0,
    spentBefore: 0,
  }
  await tx.insert(chatRuns).values({
    ...{ id: run.id, threadId, questionId, wireId, userId: actor.userId, holder: parts.holder },
    model: { id: model.id, label: model.label, isBuiltIn: model.isBuiltIn },
    leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
  })
  await tx
    .update(chatThreads)
    .set({ headId: questionId, updatedAt: sql`now()` })
    .where(eq(chatThreads.id, threadId))
  if (!model.isBuiltIn) {
    const branch = branchOf(await readMessages(tx, threadId), questionId)
    await reserveTokens(tx, { runId: run.id, account, amount: tokensFor(branch), limits: parts.limits })
  }
  return { run }
}

/** Counted also when the rest is refused, and told apart from other limits. */
async function countRequest(
  tx: Transaction,
  { userId }: SignedInActor,
  { limits }: ChatParts,
): Promise<void> {
  try {
    await consumeLimit(tx, askLimitKey(userId), { max: limits.requestsPerMinute, windowSeconds: 60 })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'limit')
      throw new AppError('limit', 'chat:errors.tooManyRequests', error.params)
    throw error
  }
}
