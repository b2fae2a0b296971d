import { type AccessRule, authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import type { Transaction } from '@plinth/core/database/server'
import { type StuckMail, deliverMail, discardMail, listStuckMails, retryMail } from '@plinth/core/mail/server'
import {
  type ScheduledJob,
  type StuckJob,
  discardJob,
  listScheduledJobs,
  listStuckJobs,
  retryJob,
  runScheduledJob,
} from '@plinth/core/jobs/server'
import { queuesAccess } from '../administration.access.ts'
import type { QueuedInput } from '../administration.schema.ts'

export type Queued = ({ kind: 'mail' } & StuckMail) | ({ kind: 'job' } & StuckJob)

/** Returns emails and jobs that failed for good, the newest first, then those that wait. For admins. */
export async function listQueued(
  ctx: VerbContext,
  { limit }: { limit: number },
): Promise<{ items: Queued[]; hasMore: boolean }> {
  authorize(ctx.actor, queuesAccess.list)
  const mails = await listStuckMails(ctx.db, limit + 1)
  // An email's job is not listed beside it.
  const jobs = await listStuckJobs(ctx.db, { limit: limit + 1, except: deliverMail.name })
  const all: Queued[] = [
    ...mails.map((one) => ({ kind: 'mail' as const, ...one })),
    ...jobs.map((one) => ({ kind: 'job' as const, ...one })),
  ]
  all.sort((one, other) => Number(other.isFailed) - Number(one.isFailed) || Number(other.at) - Number(one.at))
  return { items: all.slice(0, limit), hasMore: all.length > limit }
}

/**
 * Has another try begin now. Does nothing for an email or job that is about to run anyway. Throws not_found
 * for one that is done, conflict for an email that has expired and for a job whose next run is queued. For
 * admins.
 */
export async function retryQueued(ctx: VerbContext, input: QueuedInput): Promise<{ id: string }> {
  return act(ctx, { rule: queuesAccess.retry, verb: 'retry', input }, async (tx) => {
    if (input.kind === 'job') return (await retryJob(tx, input)) ? input.name : undefined
    const { template, isChanged } = await retryMail(tx, input.id)
    return isChanged ? template : undefined
  })
}

/**
 * Deletes an email or job that waits or has failed. Throws not_found for one that runs or is done. For
 * admins.
 */
export async function discardQueued(ctx: VerbContext, input: QueuedInput): Promise<{ id: string }> {
  return act(ctx, { rule: queuesAccess.discard, verb: 'discard', input }, async (tx) => {
    if (input.kind === 'mail') return discardMail(tx, input.id)
    await discardJob(tx, input)
    return input.name
  })
}

/** Returns the jobs that run by the clock, with their last run. For admins. */
export async function listScheduled(
  ctx: VerbContext,
  { limit }: { limit: number },
): Promise<{ items: ScheduledJob[]; hasMore: boolean }> {
  authorize(ctx.actor, queuesAccess.scheduled)
  const all = await listScheduledJobs(ctx.db, { limit: limit + 1 })
  return { items: all.slice(0, limit), hasMore: all.length > limit }
}

/**
 * Has a scheduled job run now. Does nothing for one that runs or is about to. Throws not_found for one
 * without a schedule. For admins.
 */
export async function runScheduled(ctx: VerbContext, { name }: { name: string }): Promise<{ name: string }> {
  const actor = authorize(ctx.actor, queuesAccess.run)
  await ctx.db.transaction(async (tx) => {
    if (!(await runScheduledJob(tx, { name }))) return
    const target = { type: 'job', id: name }
    await writeAudit(tx, actor, { action: 'job.run', target, organizationId: null, details: { name } })
  })
  return { name }
}

const actions = {
  mail: { retry: 'mail.retry', discard: 'mail.discard' },
  job: { retry: 'job.retry', discard: 'job.discard' },
}

type Act = { rule: AccessRule; verb: 'retry' | 'discard'; input: QueuedInput }

/** `work` returns the name for the audit log; undefined if it changed nothing. */
async function act(
  ctx: VerbContext,
  { rule, verb, input: { kind, id } }: Act,
  work: (tx: Transaction) => Promise<string | undefined>,
): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, rule)
  await ctx.db.transaction(async (tx) => {
    const name = await work(tx)
    if (name === undefined) return
    const action = actions[kind][verb]
    const target = { type: kind, id }
    await writeAudit(tx, actor, { action, target, organizationId: null, details: { name } })
  })
  return { id }
}
