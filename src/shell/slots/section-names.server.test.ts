import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseEnv } from '@plinth/core/internal/env/env.server.ts'
import { type Application, installed } from '@plinth/core/feature/server'
import { applicationJobs } from '@plinth/core/internal/app/registry/jobs.server.ts'
import { mails } from '@plinth/core/internal/app/registry/mails.server.ts'

type Sections = { jobs?: object; mailNames?: object; scopeNames?: object }

/** The keys of a section of all features, as pages find them. */
const namedIn = (section: keyof Sections) =>
  globSync('src/features/*/locales/en.json')
    .flatMap((file) => Object.keys((JSON.parse(readFileSync(file, 'utf8')) as Sections)[section] ?? {}))
    .toSorted()

test('every job has a name in a section `jobs`, and every name is that of a job', async () => {
  const application = { env: parseEnv({}), storage: {}, models: {} } as unknown as Application
  const { jobs } = await applicationJobs(application)
  const names = new Set(jobs.map(({ name }) => name))
  expect(namedIn('jobs')).toEqual([...names].toSorted())
})

test('every email has a name in a section `mailNames`, and every name is that of an email', () => {
  expect(namedIn('mailNames')).toEqual(Object.keys(mails()).toSorted())
})

test('what every scope is about has a name in a section `scopeNames`, and every name is that of scopes', () => {
  const areas = new Set(installed().scopes.map((scope) => scope.replace(/:.*/, '')))
  expect(namedIn('scopeNames')).toEqual([...areas].toSorted())
})
