// npm run test:removal [-- NAME...]: removes each feature that can be removed, or those named, in a copy of
// the last commit, and then all of them at once. On what is left runs the check, the server tests and a
// journey. Takes minutes for each.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serverFeatures } from '#/app/registry/installed.server.ts'
import { featureNames } from './feature/rooms.ts'

const root = process.cwd()
const isRequired = (name: string) =>
  serverFeatures.some((feature) => feature.name === name && feature.required)
const removable = featureNames(root).filter((name) => !isRequired(name))
const needing = (name: string) =>
  serverFeatures.flatMap((feature) => (feature.needs?.includes(name) === true ? [feature.name] : []))
const asked = process.argv.slice(2)
const runs = asked.length > 0 ? [asked] : [...removable.map((name) => [name, ...needing(name)]), removable]

const results: string[] = []
for (const names of runs) results.push(tryRemoval(names))
console.log(`\n${results.join('\n')}`)
const failed = results.filter((line) => line.startsWith('✗')).length
console.log(`\n${results.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Removes the features in a copy and returns one line on the result. */
function tryRemoval(names: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-removal-'))
  const what = names.length === removable.length ? 'all of them' : names.join(' and ')
  const steps: [string, readonly string[]][] = [
    ['removal and check', ['scripts/with-node.mjs', 'scripts/remove-feature.ts', ...names]],
    ['build', ['scripts/with-node.mjs', 'scripts/build.ts', '--if-stale']],
    [
      'server tests',
      ['scripts/with-node.mjs', 'node_modules/vitest/vitest.mjs', 'run', '--exclude', '**/*.slow.test.ts'],
    ],
    ['a journey', ['scripts/test.mjs', 'e2e/sign-in.spec.ts']],
  ]
  try {
    run(root, 'git', ['clone', '--quiet', '--local', root, folder])
    // Hard links if the file system supports them.
    if (run(root, 'cp', ['-al', 'node_modules', path.join(folder, 'node_modules')]) !== 0)
      cpSync('node_modules', path.join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
    const times = []
    for (const [step, args] of steps) {
      console.log(`\n── without ${what}: ${step}`)
      const startedAt = Date.now()
      if (run(folder, process.execPath, args) !== 0) return `✗ without ${what}: ${step} failed`
      times.push(`${step} ${Math.round((Date.now() - startedAt) / 1000)} s`)
    }
    return `✓ without ${what}: ${times.join(', ')}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(cwd: string, command: string, args: readonly string[]): number {
  const env = { ...process.env, NODE_ENV: undefined, CI: 'true' }
  return spawnSync(command, args, { cwd, stdio: 'inherit', env }).status ?? 1
}
