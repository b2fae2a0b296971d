import { and, eq, gt, inArray, isNull, max, sql } from 'drizzle-orm'
import { type SignedInActor, authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { type Transaction, holdOwners } from '@plinth/core/database/server'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { ChatServices } from '../chat-services.server.ts'
import { chatApprovals, chatGenerationEvents, chatGenerations } from '../chat.table.server.ts'
import { chosenModel } from '../limits/admit-message.server.ts'
import { reserveTokens } from '../limits/token-budget.server.ts'
import { lockThread } from '../threads/read-thread.server.ts'
import { LEASE_SECONDS, type Generation } from './event-log.server.ts'
import { startGeneration } from './generate-answer.server.ts'
import { readHistory, tokensFor } from './prompt.server.ts'
import type { ApprovalResponses } from './request-body.server.ts'

/**
 * Approves or rejects the pending tool calls of an answer, and continues it. Calls not named are rejected.
 * Only the user who sent the message may respond, once, within APPROVAL_MINUTES; the tool checks their rights
 * again when it runs. `after` is the number of the last event before the responses. Throws not_found,
 * forbidden, conflict, limit.
 */
export async function respondToApprovals(
  ctx: VerbContext,
  services: ChatServices,
  request: ApprovalResponses,
): Promise<{ generationId: string; after: number }> {
  const actor = authorize(ctx.actor, chatsAccess.send)
  const generation = await services.db.transaction((tx) => resume(tx, { actor, services, request }))
  startGeneration(ctx, services, generation)
  return { generationId: generation.id, after: generation.seq - 1 }
}

const gone = () => new AppError('conflict', 'chat:errors.approvalGone')

type Resume = { actor: SignedInActor; services: ChatServices; request: ApprovalResponses }

async function resume(tx: Transaction, { actor, services, request }: Resume): Promise<Generation> {
  const { threadId } = request
  const { holder, limits } = services
  await holdOwners(tx, { ...actor.workspace, userId: actor.userId })
  const thread = await lockThread(tx, actor, { id: threadId })
  const { generationId: id, ids } = await takeApprovals(tx, actor, request)
  const isWaiting = and(
    eq(chatGenerations.id, id),
    eq(chatGenerations.threadId, threadId),
    eq(chatGenerations.state, 'waiting'),
  )
  const [row] = await tx
    .update(chatGenerations)
    .set({
      state: 'running',
      holder,
      endedAt: null,
      stopAskedAt: null,
      leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .where(isWaiting)
    .returning({ userMessageId: chatGenerations.userMessageId, model: chatGenerations.model })
  // Another message was sent in the thread: the approval comes too late.
  if (!row || thread.headId !== id) throw gone()
  const { userMessageId } = row
  const model = chosenModel(services, row.model.id)
  const seq = await logResponses(tx, { id, ids, actor, request })
  const account = { userId: actor.userId, workspace: actor.workspace }
  const tokens = model.isBuiltIn ? 0 : tokensFor(await readHistory(tx, threadId, id))
  const reservation = model.isBuiltIn ? undefined : await reserveTokens(tx, account, { tokens, limits })
  const { page } = thread
  return { id, threadId, page, userMessageId, model, account, reservation, continues: true, seq }
}

/** Consumes all pending approvals of the generation in one conditional update, so that each is used once. */
async function takeApprovals(
  tx: Transaction,
  actor: SignedInActor,
  { responses }: ApprovalResponses,
): Promise<{ generationId: string; ids: string[] }> {
  const [named] = await tx
    .select({ generationId: chatApprovals.generationId })
    .from(chatApprovals)
    .where(and(eq(chatApprovals.id, responses[0]?.approvalId ?? ''), eq(chatApprovals.userId, actor.userId)))
  if (!named) throw new AppError('not_found', 'errors:notFound')
  const { generationId } = named
  const taken = await tx
    .update(chatApprovals)
    .set({ decidedAt: sql`now()`, approved: false })
    .where(
      and(
        eq(chatApprovals.generationId, generationId),
        isNull(chatApprovals.decidedAt),
        gt(chatApprovals.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: chatApprovals.id })
  const ids = taken.map(({ id }) => id)
  if (!responses.every(({ approvalId }) => ids.includes(approvalId))) throw gone()
  return { generationId, ids }
}

type Taken = { id: string; ids: readonly string[]; actor: SignedInActor; request: ApprovalResponses }

/** Writes the responses into the event log and the audit log; returns the number of the event. */
async function logResponses(tx: Transaction, { id, ids, actor, request }: Taken): Promise<number> {
  const approved = new Set(
    request.responses.filter((response) => response.approved).map(({ approvalId }) => approvalId),
  )
  if (approved.size > 0) {
    await tx
      .update(chatApprovals)
      .set({ approved: true })
      .where(inArray(chatApprovals.id, [...approved]))
  }
  for (const approvalId of ids)
    await writeAudit(tx, actor, {
      action: approved.has(approvalId) ? 'chat.approve' : 'chat.refuse',
      target: { type: 'chatApproval', id: approvalId },
    })
  const [last] = await tx
    .select({ seq: max(chatGenerationEvents.seq) })
    .from(chatGenerationEvents)
    .where(eq(chatGenerationEvents.generationId, id))
  const seq = (last?.seq ?? 0) + 1
  const chunks = ids.map((approvalId) => ({
    type: 'tool-approval-response' as const,
    approvalId,
    approved: approved.has(approvalId),
  }))
  await tx.insert(chatGenerationEvents).values({ generationId: id, seq, chunks })
  return seq
}
