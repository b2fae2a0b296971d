// npm run check [-- part...] [-- --all]: every check that needs no running application; exits with 1 if one
// fails. By default the linter reads only what has changed and the other tools use their caches in .cache.
// --all ignores the caches, except for types. Writes the route tree first if routes came or went.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { commandFile } from './commands.mjs'
import { countGaps } from './check-texts.ts'
import { readImportGraph } from './checks/import-graph.ts'
import { chooseLint } from './checks/lint.ts'
import { checkMigrations, migrationInputs } from './checks/migrations.ts'
import { renewRouteTree } from './checks/route-tree.ts'
import { readBase } from './feature/starter-base.ts'

/** Returns the problems, ready to print; empty if there are none. */
type Part = () => Promise<string>
type OwnChecks = Record<string, (root: string) => string[] | Promise<string[]>>

const root = process.cwd()
const cacheDir = path.join(root, '.cache')
const asked = process.argv.slice(2).filter((word) => word !== '--all')
const isAll = process.argv.includes('--all')
if (await renewRouteTree(root))
  console.log('  src/routeTree.gen.ts is written for the routes that there are.\n')
const graph = readImportGraph(root)
// What only removed features used may still be configured.
const { removed = [] } = readBase(root)
// The compiler's cache is exact: it is keyed by the content of every file read. Its four checkers share no
// types: on few cores, which the linter needs too, one does the work in half the time.
const typesCache = path.join(cacheDir, 'types.tsbuildinfo')
const tsc = ['tsc', ...(availableParallelism() > 4 ? [] : ['--checkers', '1'])]
const knip = ['knip', '--no-progress', ...(removed.length > 0 ? [] : ['--treat-config-hints-as-errors'])]

const parts: Record<string, Part> = {
  format: () => run(['oxfmt', '--check']),
  lint,
  types: () => run([...tsc, '--noEmit', '--incremental', '--tsBuildInfoFile', typesCache]),
  'dead code': () =>
    run([...knip, ...(isAll ? [] : ['--cache', '--cache-location', path.join(cacheDir, 'knip')])]),
  texts: () => run(['node', commandFile('check-texts')]),
  migrations: () =>
    unlessPassed('migrations', migrationInputs(root, graph), () => checkMigrations(root, run)),
}
// The starter's own.
const workshop = path.join(root, 'workshop/checks.ts')
if (existsSync(workshop)) {
  const { checksOf } = (await import(pathToFileURL(workshop).href)) as { checksOf(root: string): OwnChecks }
  for (const [name, check] of Object.entries(checksOf(root)))
    parts[name] = async () => (await check(root)).join('\n')
}

const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`Unknown check: ${unknown.join(', ')}. Available: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

const startedAt = Date.now()
const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name))
const running = new Set(chosen.map(([name]) => name))
showProgress()
const results = await Promise.all(chosen.map(([name, part]) => judge(name, part)))
const failed = results.filter((passed) => !passed).length
if (chosen.some(([name]) => name === 'texts')) for (const line of countGaps(root)) console.log(`\n${line}.`)
console.log(
  failed === 0
    ? `\nAll is well, in ${seconds(startedAt)}.`
    : `\n${failed} to fix, after ${seconds(startedAt)}.`,
)
process.exitCode = failed === 0 ? 0 : 1

async function lint(): Promise<string> {
  const oxlint = ['oxlint', '--format', 'unix']
  if (isAll) return run(oxlint)
  const { files, remember } = chooseLint(root, graph, cacheDir)
  if (files?.length === 0) return ''
  const wrong = await run([...oxlint, ...(files ?? [])])
  remember(wrong === '')
  return wrong
}

/** Runs an expensive check only if its inputs have changed since it last passed. */
async function unlessPassed(name: string, inputs: string, check: Part): Promise<string> {
  const file = path.join(cacheDir, name)
  if (!isAll && existsSync(file) && readFileSync(file, 'utf8') === inputs) return ''
  const wrong = await check()
  if (wrong === '' && !isAll) {
    mkdirSync(cacheDir, { recursive: true })
    writeFileSync(file, inputs)
  }
  return wrong
}

/** Shows the parts that are still running on the terminal's last line. */
function showProgress(): void {
  if (process.stdout.isTTY && running.size > 0) process.stdout.write(`\r\x1b[K… ${[...running].join(', ')}`)
}

async function judge(name: string, part: Part): Promise<boolean> {
  const partStartedAt = Date.now()
  const wrong = await part().catch(String)
  running.delete(name)
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  console.log(`${wrong === '' ? '✓' : '✗'} ${name.padEnd(14)} ${seconds(partStartedAt)}`)
  if (wrong !== '') console.log(`${wrong.trimEnd().replaceAll(/^/gm, '  ')}\n`)
  showProgress()
  return wrong === ''
}

/**
 * Runs one of the project's tools. Returns its output if it fails or does not print `expected`, else an empty
 * string.
 */
function run([command = '', ...args]: readonly string[], expected = ''): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve(`${command} did not start: ${error.message}`))
    child.on('close', (code) =>
      resolve(code === 0 && output.includes(expected) ? '' : output || `${command} ended with ${code}`),
    )
  })
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
