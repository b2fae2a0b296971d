import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { deleteOld, olderThan } from '#/db/delete-old.server.ts'
import { defineJob, type JobDefinition } from './jobs.server.ts'

type Sweep = {
  name: string
  table: PgTable & { deletedAt: PgColumn }
  /** For how many days a deleted row is kept; for ever with 0. Read by each run. */
  days: () => number
  cron: string
}

/** A job that permanently deletes rows a number of days after their deletion. */
export const sweepJob = ({ name, table, days, cron }: Sweep): JobDefinition =>
  defineJob({
    name,
    cron,
    async handler({ db, signal }) {
      const kept = days()
      if (kept === 0) return
      const isOld = sql`${table.deletedAt} < ${olderThan(kept)}`
      await deleteOld(db, { table, where: isOld, signal })
    },
  })
