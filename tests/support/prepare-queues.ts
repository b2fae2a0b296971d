import type pg from 'pg'
import { applicationJobs } from '@plinth/core/app/registry/jobs.server.ts'
import { parseEnv } from '@plinth/core/env/env.server.ts'
import type { Application } from '@plinth/core/feature.server.ts'
import { defineJob } from '@plinth/core/jobs/jobs.server.ts'
import { prepareJobs } from '@plinth/core/jobs/prepare-jobs.server.ts'
import type { Storage } from '@plinth/core/storage/storage.server.ts'
import { testLog } from './test-database.ts'

/** Prepares the queues of all jobs of the application, for verbs that enqueue some. No job runs. */
export async function prepareQueues({ pool, storage }: { pool: pg.Pool; storage: Storage }): Promise<void> {
  const application = { env: parseEnv({}), log: testLog, storage, models: {} } as unknown as Application
  const { jobs } = await applicationJobs(application)
  const queues = jobs.map(({ name }) => defineJob({ name, handler: async () => {} }))
  await prepareJobs({ pool, jobs: queues })
}
