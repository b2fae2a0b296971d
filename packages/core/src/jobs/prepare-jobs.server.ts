import type pg from 'pg'
import { PgBoss, type Queue } from 'pg-boss'
import { inOwnSession } from '#/db/database.server.ts'

// Any fixed number: all instances of this application must share it, other users of the database must not.
const JOBS_LOCK = 7_305_202
const DAY_SECONDS = 86_400

/** The options of a job's queue. */
export type QueueOptions = {
  /** Tries after the first; default 2. */
  retryLimit?: number
  /** Wait before the second try; default 10. */
  retryDelaySeconds?: number
  /**
   * Doubles the wait with each try, up to retryDelayMaxSeconds, plus a random part of up to the same length.
   */
  retryBackoff?: boolean
  retryDelayMaxSeconds?: number
  /** A try that runs longer is aborted and counts as failed; default 900. */
  timeoutSeconds?: number
  /** Five fields, UTC. The job has no data and is queued or running at most once across all instances. */
  cron?: string
}

type NamedQueue = QueueOptions & { readonly name: string }

export type PrepareJobsOptions = { pool: pg.Pool; jobs: readonly NamedQueue[]; heartbeatSeconds?: number }

/**
 * Creates or updates pg-boss's schema, the queues and the schedules. Runs no jobs. Called by startJobs, and
 * by scripts and tests that only enqueue. An advisory lock serializes parallel starts.
 */
export async function prepareJobs({ pool, jobs, heartbeatSeconds = 30 }: PrepareJobsOptions): Promise<void> {
  await inOwnSession(pool, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [JOBS_LOCK])
    const boss = new PgBoss({ db: oneAtATime(client), supervise: false, schedule: false })
    // Errors that prevent the start reject start(). Others come from background work, which the workers'
    // instance repeats and logs.
    boss.on('error', () => {})
    await boss.start()
    for (const job of jobs) await prepareJob(boss, job, heartbeatSeconds)
    await boss.stop({ graceful: false })
  })
}

async function prepareJob(boss: PgBoss, job: NamedQueue, heartbeatSeconds: number): Promise<void> {
  const options = {
    retryLimit: job.retryLimit ?? 2,
    retryDelay: job.retryDelaySeconds ?? 10,
    retryBackoff: job.retryBackoff ?? false,
    ...(job.retryBackoff && job.retryDelayMaxSeconds ? { retryDelayMax: job.retryDelayMaxSeconds } : {}),
    expireInSeconds: job.timeoutSeconds ?? 900,
    deleteAfterSeconds: DAY_SECONDS,
    heartbeatSeconds,
  } satisfies Omit<Queue, 'name'>
  await boss.createQueue(job.name, { ...options, policy: job.cron ? 'exclusive' : 'standard' })
  // The queue may exist with options of an earlier release.
  await boss.updateQueue(job.name, options)
  // Runs once for runs missed while no instance was running, such as at night on a laptop.
  if (job.cron) await boss.schedule(job.name, job.cron, null, { missed: 'once' })
  else await boss.unschedule(job.name)
}

/** A client runs one statement at a time; queueing them here avoids pg's warning. */
function oneAtATime(client: pg.Client) {
  let last: Promise<unknown> = Promise.resolve()
  return {
    executeSql(text: string, values?: unknown[]) {
      const result = last.then(() => client.query(text, values))
      last = result.catch(() => {})
      return result
    },
  }
}
