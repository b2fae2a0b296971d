import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseEnv } from '#/core/env/env.server.ts'
import type { Application } from '#/core/feature.server.ts'
import { deliverMail } from '#/core/email/send-mail.server.ts'
import { applicationJobs } from './jobs.server.ts'

test('every name of a job in the sections `jobs` is that of a job', async () => {
  const application = { env: parseEnv({}), storage: {}, models: {} } as unknown as Application
  const { jobs } = await applicationJobs(application)
  const known = new Set([...jobs, deliverMail].map(({ name }) => name))
  const named = globSync('src/features/*/locales/en.json').flatMap((file) =>
    Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { jobs?: object }).jobs ?? {}),
  )
  expect(named).not.toHaveLength(0)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
