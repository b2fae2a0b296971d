import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { projectRoot } from '@plinth/testing/programs/project-copy.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'

beforeAll(requireBuild)

// Strings the devtools cannot work without: the class names of one, the labels of the other.
const devtools = /tsqd-|TanStack Router Devtools|solid-js\/web/i
const says = (pattern: string) =>
  globSync(pattern, { cwd: projectRoot }).filter((file) =>
    devtools.test(readFileSync(path.join(projectRoot, file), 'utf8')),
  )

test('the build contains no developer tools', () => {
  for (const name of ['query', 'router'])
    expect(says(`node_modules/@tanstack/${name}-devtools*/{build,dist}/**/*.js`)).not.toEqual([])
  expect(globSync('dist/**/*.js', { cwd: projectRoot }).length).toBeGreaterThan(20)
  expect(says('dist/**/*.{js,css,html}')).toEqual([])
})

test('the entry, which every first view loads, holds no page of a feature', () => {
  const [entry = ''] = globSync('dist/client/assets/index-*.js.br', { cwd: projectRoot })
  expect(statSync(path.join(projectRoot, entry)).size).toBeLessThan(110_000)
})
