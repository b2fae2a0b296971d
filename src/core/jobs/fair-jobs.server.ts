import { sql } from 'drizzle-orm'
import type { Db, Transaction } from '#/core/db/database.server.ts'
import { chargeSeconds } from '#/core/limits/limits.server.ts'
import { enqueueJob, type JobRef } from './jobs.server.ts'

/** Work that groups, such as accounts, share fairly. */
export type FairWork = {
  /** Of the counters. */
  name: string
  jobs: readonly { readonly name: string }[]
  /** What a job is expected to take, with a margin; what it takes beyond is charged afterwards. */
  expectedSeconds: number
}

type InTurn<Data> = { work: FairWork; data: Data; group: string; startAfterSeconds?: number | undefined }

/**
 * Queues a job of the work. Its turn comes when everything charged to its group before would be done if the
 * group had a worker of its own. It never waits behind those queued after its turn, so none waits forever.
 */
export async function enqueueInTurn<Data extends object>(
  tx: Transaction,
  job: JobRef<Data>,
  { work: { name, expectedSeconds }, data, group, startAfterSeconds }: InTurn<NoInfer<Data>>,
): Promise<void> {
  const turn = await chargeSeconds(tx, `${name}:${group}`, expectedSeconds)
  await enqueueJob(tx, job, {
    data,
    ...(startAfterSeconds === undefined ? {} : { startAfterSeconds }),
    group: { id: group, turn: turn + (startAfterSeconds ?? 0) },
  })
}

/** Charges a group what its job took beyond the expected. Its waiting jobs run that much later. */
export async function chargeForTime(
  db: Db,
  { name, jobs, expectedSeconds }: FairWork,
  { group, took }: { group: string; took: number },
): Promise<void> {
  const seconds = Math.ceil(took) - expectedSeconds
  if (seconds <= 0) return
  await chargeSeconds(db, `${name}:${group}`, seconds)
  const names = sql.param(jobs.map((job) => job.name))
  await db.execute(sql`
    update pgboss.job set priority = priority - ${seconds}::int
    where name = any(${names}::text[]) and group_id = ${group} and state < 'active'`)
}
