import type pg from 'pg'
import { applicationJobs } from '@plinth/core/internal/app/registry/jobs.server.ts'
import { parseEnv } from '@plinth/core/internal/env/env.server.ts'
import type { Application } from '@plinth/core/feature/server'
import { defineJob } from '@plinth/core/jobs/server'
import { prepareJobs } from '@plinth/core/internal/jobs/prepare-jobs.server.ts'
import type { Storage } from '@plinth/core/files/server'
import { testLog } from './test-database.ts'

/**
 * Prepares the queues of all jobs of the application, for verbs that enqueue some: `prepareQueues(await
 * openTestDatabase())`. No job runs.
 */
export async function prepareQueues({ pool, storage }: { pool: pg.Pool; storage?: Storage }): Promise<void> {
  const application = { env: parseEnv({}), log: testLog, storage, models: {} } as unknown as Application
  const { jobs } = await applicationJobs(application)
  const queues = jobs.map(({ name }) => defineJob({ name, handler: async () => {} }))
  await prepareJobs({ pool, jobs: queues })
}
