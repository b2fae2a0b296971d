import { cpSync, mkdirSync, readdirSync, symlinkSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import core from '../../core/package.json' with { type: 'json' }
import { copyProject, projectRoot, type ProjectCopy } from '@plinth/testing/programs/project-copy.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'
import { freePort } from '@plinth/testing/programs/running-app.ts'

beforeAll(requireBuild)

const aws = ['@aws-sdk/client-s3', '@aws-sdk/lib-storage'] as const
const cases = [
  [{ STORAGE_URL: 's3://files?endpoint=http://127.0.0.1:9' }, 'STORAGE_URL', aws],
  [{ BACKUPS_URL: 's3://backups?endpoint=http://127.0.0.1:9' }, 'BACKUPS_URL', aws],
  [{ REDIS_URL: 'redis://127.0.0.1:9' }, 'REDIS_URL', ['@redis/client']],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    ['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources', '@opentelemetry/sdk-trace-node'],
  ],
  [{ AI_MODEL: 'compatible:m@http://127.0.0.1:9/v1' }, 'AI_MODEL', ['@ai-sdk/openai-compatible']],
  [{ ANTHROPIC_API_KEY: 'key' }, 'ANTHROPIC_API_KEY', ['@ai-sdk/anthropic']],
  [
    { AI_EMBEDDING_MODEL: 'google:m', GOOGLE_GENERATIVE_AI_API_KEY: 'key', AI_MODEL: 'local' },
    'AI_EMBEDDING_MODEL',
    ['@ai-sdk/google'],
  ],
] as const
const settings = Object.assign({}, ...cases.map(([env]) => env)) as Record<string, string>
const line = ([, setting, packages]: (typeof cases)[number]) =>
  `${setting} needs what is not installed. Run: npm install --save-prod ${packages.map((name) => `${name}@${core.devDependencies[name]}`).join(' ')}`

describe('a project without the packages that only settings need', () => {
  test('starts without the settings', async () => {
    const copy = bareProject()
    const url = `http://localhost:${await freePort()}`
    await run(copy, 'serve', { PORT: new URL(url).port }).prints(`is running at  ${url}`)
  })

  test('does not start with one of them, and says what to install', async () => {
    const copy = bareProject()
    for (const one of cases) {
      const start = run(copy, 'serve', { ...one[0] })
      expect(await start.ended).toBe(1)
      expect(start.output()).toBe(`\n✗ ${line(one)}\n\n`)
    }
  })

  test.each(['dev', 'check-settings', 'doctor'])(
    '%s names the packages of every setting',
    async (command) => {
      const named = cases.filter(([, setting]) => setting !== 'ANTHROPIC_API_KEY' && setting !== 'AI_MODEL')
      const started = run(bareProject(), command, settings)
      expect(await started.ended).toBe(1)
      for (const one of named) expect(started.output()).toContain(line(one))
      expect(started.output()).not.toMatch(/\n\s+at /)
    },
  )
})

/** With the existing build, and without core's optional packages. */
function bareProject(): ProjectCopy {
  const copy = copyProject()
  // Modules of a linked folder would find the packages of the other project.
  cpSync(path.join(projectRoot, 'dist'), path.join(copy.folder, 'dist'), { recursive: true })
  const optional = Object.keys(core.peerDependenciesMeta)
  for (const scope of new Set(optional.map((name) => path.dirname(name)))) {
    const installed = path.join(projectRoot, 'node_modules', scope)
    const linked = path.join(copy.folder, 'node_modules', scope)
    unlinkSync(linked)
    mkdirSync(linked)
    for (const name of readdirSync(installed))
      if (!optional.includes(`${scope}/${name}`))
        symlinkSync(path.join(installed, name), path.join(linked, name), 'junction')
  }
  return copy
}

function run(copy: ProjectCopy, command: string, env: Record<string, string>) {
  const program = path.join(copy.folder, 'packages/cli/src/plinth.mjs')
  return runCommand([path.join(projectRoot, 'node_modules/.bin/node'), program, command], {
    cwd: copy.folder,
    env: { NODE_ENV: command === 'dev' ? 'development' : 'production', DATA_DIR: '.data', ...env },
  })
}
