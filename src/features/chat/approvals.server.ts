import { and, eq, gt, inArray, isNull, max, sql } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import type { SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import type { ChatParts } from './chat-parts.server.ts'
import { chatsAccess } from './chat.access.ts'
import type { Decision, DecideInput } from './chat.schema.ts'
import { chatApprovals, chatRunEvents, chatRuns } from './chat.table.server.ts'
import { makeAnswer } from './make-answer.server.ts'
import { tokensFor } from './prompt.server.ts'
import { branchOf, lockThread, readMessages } from './read-thread.server.ts'
import { LEASE_SECONDS, type StartedRun } from './run-log.server.ts'
import { reserveTokens } from './token-budget.server.ts'

/**
 * A person's word on the tools an answer waits for; it then goes on. Those not named are refused. Only the
 * person who was asked, once, within 15 minutes; whether the right is still there is asked again by the tool
 * when it runs. Throws not_found, forbidden, conflict, limit.
 */
export async function decide(
  ctx: VerbContext,
  parts: ChatParts,
  input: DecideInput,
): Promise<{ runId: string; after: number }> {
  const actor = authorize(ctx.actor, chatsAccess.ask)
  const run = await parts.db.transaction((tx) => goOn(tx, { actor, parts, input }))
  makeAnswer(ctx, parts, run)
  return { runId: run.id, after: run.seq - 1 }
}

const gone = () => new AppError('conflict', 'chat:errors.approvalGone')

async function goOn(
  tx: Transaction,
  { actor, parts, input }: { actor: SignedInActor; parts: ChatParts; input: DecideInput },
): Promise<StartedRun> {
  const thread = await lockThread(tx, actor, { id: input.id })
  const { runId, ids } = await takeApprovals(tx, actor, input)
  const [run] = await tx
    .update(chatRuns)
    .set({
      ...{ state: 'running', holder: parts.holder, endedAt: null, stopAskedAt: null },
      leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .where(and(eq(chatRuns.id, runId), eq(chatRuns.threadId, input.id), eq(chatRuns.state, 'waiting')))
    .returning()
  // Something else was asked meanwhile: the word would come too late for it.
  if (!run || thread.headId !== runId) throw gone()
  const model = parts.models.find(run.model.id)
  if (!model) throw new AppError('invalid', 'chat:errors.unknownModel', { field: 'model' })
  const seq = await logDecisions(tx, { runId, ids, actor, decisions: input.decisions })
  const account = {
    userId: actor.userId,
    workspace: actor.workspace,
    day: run.createdAt.toISOString().slice(0, 10),
  }
  if (!model.isBuiltIn) {
    const branch = branchOf(await readMessages(tx, input.id), runId)
    await reserveTokens(tx, { runId, account, amount: tokensFor(branch), limits: parts.limits })
  }
  return {
    id: runId,
    threadId: input.id,
    page: thread.page,
    questionId: run.questionId,
    model,
    account,
    continues: true,
    seq,
    spentBefore: run.tokens,
  }
}

/** Uses up everything the run asks; two at once can't. Answers the run, and what was asked. */
async function takeApprovals(
  tx: Transaction,
  actor: SignedInActor,
  { decisions }: DecideInput,
): Promise<{ runId: string; ids: string[] }> {
  const [named] = await tx
    .select({ runId: chatApprovals.runId })
    .from(chatApprovals)
    .where(and(eq(chatApprovals.id, decisions[0]?.approvalId ?? ''), eq(chatApprovals.userId, actor.userId)))
  if (!named) throw new AppError('not_found', 'errors:notFound')
  const { runId } = named
  const taken = await tx
    .update(chatApprovals)
    .set({ decidedAt: sql`now()`, approved: false })
    .where(
      and(
        eq(chatApprovals.runId, runId),
        isNull(chatApprovals.decidedAt),
        gt(chatApprovals.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: chatApprovals.id })
  const ids = taken.map(({ id }) => id)
  if (!decisions.every(({ approvalId }) => ids.includes(approvalId))) throw gone()
  return { runId, ids }
}

type Taken = { runId: string; ids: readonly string[]; actor: SignedInActor; decisions: readonly Decision[] }

/** Writes the person's word into the answer's log; answers the number of the event. */
async function logDecisions(tx: Transaction, { runId, ids, actor, decisions }: Taken): Promise<number> {
  const approved = new Set(
    decisions.filter((decision) => decision.approved).map(({ approvalId }) => approvalId),
  )
  if (approved.size > 0) {
    await tx
      .update(chatApprovals)
      .set({ approved: true })
      .where(inArray(chatApprovals.id, [...approved]))
  }
  for (const id of ids)
    await writeAudit(tx, actor, {
      action: approved.has(id) ? 'chat.approve' : 'chat.refuse',
      target: { type: 'chatApproval', id },
    })
  const [last] = await tx
    .select({ seq: max(chatRunEvents.seq) })
    .from(chatRunEvents)
    .where(eq(chatRunEvents.runId, runId))
  const seq = (last?.seq ?? 0) + 1
  const chunks = ids.map((approvalId) => ({
    type: 'tool-approval-response' as const,
    approvalId,
    approved: approved.has(approvalId),
  }))
  await tx.insert(chatRunEvents).values({ runId, seq, chunks })
  return seq
}
