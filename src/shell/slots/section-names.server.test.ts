import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseEnv } from '@plinth/core/internal/env/env.server.ts'
import { type Application, installed } from '@plinth/core/feature/server'
import { applicationJobs } from '@plinth/core/internal/app/registry/jobs.server.ts'
import { mails } from '@plinth/core/internal/app/registry/mails.server.ts'

type Sections = { jobs?: object; mailNames?: object; scopeNames?: object }

/** The keys of a section of all features, as pages find them, each with its file. */
const namedIn = (section: keyof Sections) =>
  globSync('src/features/*/locales/en.json').flatMap((file) =>
    Object.keys((JSON.parse(readFileSync(file, 'utf8')) as Sections)[section] ?? {}).map((name) => ({
      file,
      name,
    })),
  )

/** Compares the names in a section with what there is, and says what to add or delete. */
function expectNames(section: keyof Sections, what: string, there: readonly string[]): void {
  const named = namedIn(section)
  const wrong = [...new Set(there)]
    .filter((one) => !named.some(({ name }) => name === one))
    .map(
      (name) =>
        `The ${what} ${name} has no name. Add "${name}": "..." to "${section}" in the locales/en.json of its feature.`,
    )
  const idle = named
    .filter(({ name }) => !there.includes(name))
    .map(
      ({ file, name }) =>
        `${file} names the ${what} ${name} in "${section}", which no longer exists: delete it.`,
    )
  expect([...wrong, ...idle], [...wrong, ...idle].join('\n')).toEqual([])
}

test('every job has a name in a section `jobs`, and every name is that of a job', async () => {
  const application = { env: parseEnv({}), storage: {}, models: {} } as unknown as Application
  const { jobs } = await applicationJobs(application)
  expectNames(
    'jobs',
    'job',
    jobs.map(({ name }) => name),
  )
})

test('every email has a name in a section `mailNames`, and every name is that of an email', () => {
  expectNames('mailNames', 'email', Object.keys(mails()))
})

test('what every scope is about has a name in a section `scopeNames`, and every name is that of scopes', () => {
  expectNames(
    'scopeNames',
    'area of scopes',
    installed().scopes.map((scope) => scope.replace(/:.*/, '')),
  )
})
