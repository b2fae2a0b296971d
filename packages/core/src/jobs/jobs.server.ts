import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, PgBoss, type JobWithMetadata } from 'pg-boss'
import { afterCommit, outsideTransaction } from '#/db/current-transaction.server.ts'
import type { Db, OpenDatabase, Transaction } from '#/db/database.server.ts'
import type { Log } from '#/log/log.server.ts'
import { chargeSeconds } from '#/limits/limits.server.ts'
import { namedWork } from '#/log/loop-watch.server.ts'
import { tracedRoot } from '#/tracing/tracing.server.ts'
import { prepareJobs, type QueueOptions } from './prepare-jobs.server.ts'

export type JobContext = {
  db: OpenDatabase['db']
  log: Log
  /**
   * Aborted when the job times out, when another instance takes it over, or when this one is told to stop.
   */
  signal: AbortSignal
  /** 1 for the first try, higher for later ones. Reveals a worker whose job was taken over. */
  attempt: number
}

declare const carries: unique symbol

/** A job's name with the type of its data, which is enough to enqueue it. */
export type JobRef<Data extends object> = { readonly name: string; readonly [carries]?: Data }

export type JobDefinition<Data extends object = object> = JobRef<Data> &
  QueueOptions & {
    /**
     * Runs at least once per enqueued job and must be idempotent: a crash or a lost database makes it run
     * again.
     */
    handler(context: JobContext, data: Data): Promise<void>
    /** How many of these jobs one instance runs at once; default 1. */
    concurrency?: number
  }

/** The timing of the queue. Only tests change the defaults. */
export type JobTiming = {
  /** How often an instance looks for jobs that are due: those that were delayed or that another one added. */
  pollSeconds: number
  /** Jobs of a dead process run elsewhere within this time (at least 10) plus monitorSeconds. */
  heartbeatSeconds: number
  monitorSeconds: number
  /** How long a stopping instance waits for running jobs; at least 1. */
  drainSeconds: number
}

const defaultTiming: JobTiming = { pollSeconds: 1, heartbeatSeconds: 30, monitorSeconds: 30, drainSeconds: 3 }
const ERROR_LINE_EVERY_MS = 10_000
// They are woken when their queue has a job that is due.
const WORKER_POLL_SECONDS = 60
const DUE_QUEUES = `
  select name from unnest($1::text[]) as queue(name) where exists (
    select from pgboss.job where job.name = queue.name and state < 'active' and not blocked
      and start_after <= pgboss.job_now())`

const wakers = new Set<(name: string) => void>()
// 2026: a turn since then fits the column of pg-boss, where the highest number comes first.
const PRIORITY_FROM_SECONDS = 1_767_225_600

export type StartJobsOptions = { db: OpenDatabase['db']; pool: pg.Pool } & {
  log: Log
  jobs: readonly JobDefinition[]
  timing?: Partial<JobTiming>
}

/** Defines a job by name, data and handler. The composition root passes it to startJobs. */
export function defineJob<Data extends object>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition
}

type JobOrder<Data> = {
  data: Data
  startAfterSeconds?: number | undefined
  /**
   * Shares the queue fairly between groups, such as accounts. A job's turn comes when everything charged to
   * its group before would be done if the group had a worker of its own: no job waits behind those given
   * after its turn. An instance runs one of a group at a time. `seconds` is what it is expected to take.
   */
  group?: { id: string; seconds: number }
}

/**
 * Queues a job in the caller's transaction: it runs if and only if that commits. Any verb may call it, in any
 * process. Throws unless prepareJobs or startJobs has created the job's queue in this database.
 */
export async function enqueueJob<Data extends object>(
  tx: Transaction,
  job: JobRef<Data>,
  { data, startAfterSeconds, group }: JobOrder<NoInfer<Data>>,
): Promise<void> {
  // Never started, so it has no timer and no connection; a thousand of them take 40 ms.
  const boss = new PgBoss({ db: fromDrizzle(tx, sql) })
  const turn = group && (await chargeSeconds(tx, groupKey(job, group.id), group.seconds))
  await boss.send(job.name, data, {
    ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
    ...(group && turn !== undefined
      ? {
          group: { id: group.id },
          priority: PRIORITY_FROM_SECONDS - Math.round(turn + (startAfterSeconds ?? 0)),
        }
      : {}),
  })
  if (startAfterSeconds === undefined) afterCommit(async () => wakers.forEach((wake) => wake(job.name)))
}

const groupKey = (job: { name: string }, id: string) => `${job.name}:${id}`

/** Charges a group what one of its jobs took beyond the expected. Its waiting jobs run that much later. */
export async function chargeGroup(
  db: Db,
  job: { readonly name: string },
  { id, seconds }: { id: string; seconds: number },
): Promise<void> {
  if (seconds <= 0) return
  await chargeSeconds(db, groupKey(job, id), seconds)
  await db.execute(sql`
    update pgboss.job set priority = priority - ${Math.round(seconds)}::int
    where name = ${job.name} and group_id = ${id} and state < 'active'`)
}

/**
 * Starts the workers and schedules of this instance. Any number of instances share the queue in the database,
 * and workers wait for a database that is down. `stop` takes no new jobs, waits 3 s for running ones and
 * leaves unfinished ones to another instance.
 */
export async function startJobs({
  db,
  pool,
  log,
  jobs,
  timing,
}: StartJobsOptions): Promise<{ stop(): Promise<void> }> {
  const { pollSeconds, heartbeatSeconds, monitorSeconds, drainSeconds } = { ...defaultTiming, ...timing }
  const report = reportErrors(log)
  await prepareJobs({ pool, jobs, heartbeatSeconds })
  const boss = new PgBoss({
    db: { executeSql: (text, values) => outsideTransaction(() => pool.query(text, values)) },
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
  })
  boss.on('error', report)
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  let sleep = () => {}
  const stop = async () => {
    sleep()
    await boss.stop({ graceful: true, timeout: drainSeconds * 1_000 })
  }
  try {
    await boss.start()
    await forgetGoneJobs(boss, jobs)
    const workers = new Map<string, readonly string[]>()
    for (const job of jobs)
      workers.set(job.name, await startWorkers(boss, job, (claimed) => runJob(job, claimed, { db, log })))
    const wake = (name: string) => workers.get(name)?.forEach((id) => boss.notifyWorker(id))
    sleep = keepWaking({ pool, names: [...workers.keys()], pollSeconds, wake, report })
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** A scheduled job that went with its feature or an earlier release would wait for ever. */
async function forgetGoneJobs(boss: PgBoss, jobs: readonly JobDefinition[]): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (jobs.some((job) => job.name === name)) continue
    await boss.unschedule(name)
    await boss.deleteQueuedJobs(name)
  }
}

async function startWorkers(
  boss: PgBoss,
  job: JobDefinition,
  run: (claimed: JobWithMetadata) => Promise<void>,
): Promise<readonly string[]> {
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: WORKER_POLL_SECONDS,
    localGroupConcurrency: 1,
  } as const
  const ids: string[] = []
  for (let at = 0; at < (job.concurrency ?? 1); at++) {
    const id = await boss.work(job.name, options, async (claimed: JobWithMetadata[]) => {
      try {
        for (const one of claimed) await run(one)
      } finally {
        // Otherwise a worker pauses after every job, even with a backlog.
        const own = ids[at]
        if (own !== undefined) boss.notifyWorker(own)
      }
    })
    ids.push(id)
  }
  return ids
}

type Waking = {
  pool: pg.Pool
  names: readonly string[]
  pollSeconds: number
  wake(name: string): void
  report(error: unknown): void
}

/**
 * Wakes the workers of a queue when this process adds a job to it, and once it has a job that is due: one
 * query asks for all queues. Returns what ends that.
 */
function keepWaking({ pool, names, pollSeconds, wake, report }: Waking): () => void {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  async function look(): Promise<void> {
    try {
      const { rows } = await outsideTransaction(() => pool.query<{ name: string }>(DUE_QUEUES, [names]))
      for (const { name } of rows) wake(name)
    } catch (error) {
      report(error)
    }
    if (!isOver) timer = setTimeout(() => void look(), pollSeconds * 1_000)
  }
  wakers.add(wake)
  void look()
  return () => {
    isOver = true
    clearTimeout(timer)
    wakers.delete(wake)
  }
}

async function runJob(
  job: JobDefinition,
  claimed: JobWithMetadata,
  { db, log }: { db: JobContext['db']; log: Log },
): Promise<void> {
  const attempt = claimed.retryCount + 1
  const jobLog = log.child({ job: job.name, jobId: claimed.id, attempt })
  try {
    const facts = {
      'messaging.system': 'pg-boss',
      'messaging.destination.name': job.name,
      'job.attempt': attempt,
    }
    await tracedRoot({ name: `job ${job.name}`, kind: 'consumer', facts }, () =>
      namedWork(job.name, () =>
        job.handler({ db, log: jobLog, signal: claimed.signal, attempt }, claimed.data),
      ),
    )
  } catch (error) {
    if (claimed.retryCount >= claimed.retryLimit) jobLog.error({ err: error }, 'a job failed for good')
    else jobLog.warn({ err: error }, 'a job failed and will be tried again')
    // pg-boss stores the thrown error with all its fields, which may hold user input. The log line has the
    // job's id.
    throw new Error(`${job.name} failed`)
  }
}

/**
 * Logs at most one line per ten seconds, with a count: while the database is down, every worker reports every
 * poll.
 */
function reportErrors(log: Log): (error: unknown) => void {
  let quietUntil = 0
  let count = 0
  return (error) => {
    count++
    if (Date.now() < quietUntil) return
    log.warn({ err: asError(error), count }, 'the job queue had an error')
    quietUntil = Date.now() + ERROR_LINE_EVERY_MS
    count = 0
  }
}

/** pg-boss emits some errors as plain objects. */
function asError(error: unknown): Error {
  if (error instanceof Error) return error
  const { message, code, stack } = error as { message?: string; code?: string; stack?: string }
  return Object.assign(new Error(message), { code, stack })
}
