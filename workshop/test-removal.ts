// npm run test:removal [-- NAME...] [--check]: removes each of these features in a project made of the last
// commit, by default each that can be removed and then all of them at once. On what is left runs the check,
// the server tests and a journey, which takes minutes for each; with --check only the check.
//   a+b   these at once
//   all   every feature that can be removed, at once
//   one   the first that has a table
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serverFeatures } from '@plinth/core/internal/app/registry/installed.server.ts'
import { fail } from '@plinth/cli/feature/edit-project.ts'
import { leaveWorkshop, makersOnly } from '@plinth/cli/feature/leave-workshop.ts'
import { needsOf } from '@plinth/cli/feature/needing.ts'
import { featureNames } from '@plinth/cli/feature/rooms.ts'
import '@plinth/cli/installed.ts'

const root = process.cwd()
const asNobody = ['-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.com']
const isRequired = (name: string) =>
  serverFeatures().some((feature) => feature.name === name && feature.required)
const removable = featureNames(root).filter(
  (name) => !isRequired(name) && !makersOnly.includes(`src/features/${name}`),
)
const hasTable = (name: string) => globSync(`src/features/${name}/**/*.table.server.ts`).length > 0

const words = process.argv.slice(2)
const isCheckOnly = words.includes('--check')
const asked = words.filter((word) => word !== '--check')
const unknown = asked
  .flatMap((group) => group.split('+'))
  .find((name) => !['all', 'one', ...removable].includes(name))
if (unknown !== undefined)
  fail(`${unknown} can't be removed. What can: ${removable.join(', ')}, and all or one of them.`)

const results: string[] = []
for (const name of asked.length > 0 ? asked : [...removable, 'all']) results.push(tryRemoval(name))
console.log(`\n${results.join('\n')}`)
const failed = results.filter((line) => line.startsWith('✗')).length
console.log(`\n${results.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function namesOf(group: string): readonly string[] {
  if (group === 'all') return removable
  const first = group === 'one' ? [removable.find(hasTable) ?? ''] : group.split('+')
  return [...first, ...needsOf(first).map(({ feature }) => feature)]
}

/** Removes the features in a copy and returns one line on the result. */
function tryRemoval(group: string): string {
  const names = namesOf(group)
  const what = group === 'all' ? 'all of them' : names.join(' and ')
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-removal-'))
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--exclude', '**/*.{slow,project}.test.ts']
  const steps: [string, readonly string[]][] = [
    ['removal and check', ['scripts/run.mjs', 'remove', ...names]],
    ['build', ['scripts/run.mjs', 'build', '--if-stale']],
    ['server tests', ['scripts/run.mjs', ...vitest]],
    ['a journey', ['scripts/run.mjs', 'test', 'e2e/sign-in.spec.ts']],
  ]
  const times: string[] = []
  try {
    run(root, 'git', ['clone', '--quiet', '--local', root, folder])
    leaveWorkshop(folder)
    run(folder, 'git', ['add', '--all'])
    run(folder, 'git', [...asNobody, 'commit', '--quiet', '--message', 'A project'])
    // Hard links if the file system supports them.
    if (run(root, 'cp', ['-al', 'node_modules', path.join(folder, 'node_modules')]) !== 0)
      cpSync('node_modules', path.join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
    for (const [step, args] of isCheckOnly ? steps.slice(0, 1) : steps) {
      console.log(`\n── without ${what}: ${step}`)
      const startedAt = Date.now()
      const code = run(folder, process.execPath, args)
      times.push(`${step} ${code === 0 ? '' : 'FAILED in '}${Math.round((Date.now() - startedAt) / 1000)} s`)
      // Without a sound project nothing else is worth a run.
      if (code !== 0 && step !== 'server tests') break
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const isWell = times.every((time) => !time.includes('FAILED'))
  return `${isWell ? '✓' : '✗'} without ${what}: ${times.join(', ')}`
}

function run(cwd: string, command: string, args: readonly string[]): number {
  const env = { ...process.env, NODE_ENV: undefined }
  return spawnSync(command, args, { cwd, stdio: 'inherit', env }).status ?? 1
}
