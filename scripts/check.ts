// npm run check [-- part...]: everything that can be said without running the application, in seconds; ends with 1 when something is wrong.
import { spawn } from 'node:child_process'
import { checkDependencies } from './checks/dependencies.ts'
import { checkDocs } from './checks/docs.ts'
import { checkEnvExample } from './checks/env-example.ts'
import { migrationCommands } from './checks/migrations.ts'

/** What is wrong, ready to print; empty when nothing is. */
type Part = () => Promise<string>

const root = process.cwd()
const migrations = migrationCommands(root)
const parts: Record<string, Part> = {
  format: () => run(['oxfmt', '--check']),
  lint: () => run(['oxlint', '--format', 'unix']),
  types: () => run(['tsc', '--noEmit']),
  'dead code': () => run(['node', 'scripts/checks/knip.mjs', '--no-progress', '--treat-config-hints-as-errors']),
  texts: () => run(['node', 'scripts/check-texts.ts']),
  migrations: async () => (await run(migrations.check)) || (await run(migrations.generate)) || migrations.findings(),
  docs: async () => checkDocs(root).join('\n'),
  settings: async () => checkEnvExample(root).join('\n'),
  dependencies: async () => checkDependencies(root).join('\n'),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

const startedAt = Date.now()
const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name))
const results = await Promise.all(chosen.map(([name, part]) => judge(name, part)))
migrations.cleanUp()
const failed = results.filter((passed) => !passed).length
console.log(failed === 0 ? `\nAll is well, in ${seconds(startedAt)}.` : `\n${failed} to mend, after ${seconds(startedAt)}.`)
process.exitCode = failed === 0 ? 0 : 1

async function judge(name: string, part: Part): Promise<boolean> {
  const partStartedAt = Date.now()
  const wrong = await part().catch(String)
  console.log(`${wrong === '' ? '✓' : '✗'} ${name.padEnd(14)} ${seconds(partStartedAt)}`)
  if (wrong !== '') console.log(`${wrong.trimEnd().replaceAll(/^/gm, '  ')}\n`)
  return wrong === ''
}

/** Runs a tool of the project; answers what it printed when it failed. */
function run([command = '', ...args]: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve(`${command} did not start: ${error.message}`))
    child.on('close', (code) => resolve(code === 0 ? '' : output || `${command} ended with ${code}`))
  })
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
