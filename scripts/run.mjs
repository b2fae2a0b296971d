// Runs a command, after installing what is missing: node scripts/run.mjs check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const sources = '../packages/cli/src/run.mjs'
const installed = '../node_modules/@plinth/cli/dist/run.mjs'
const has = (file) => existsSync(new URL(file, import.meta.url))

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const isNew = !has(sources) && !has(installed)
if (isNew) {
  console.info('Installing dependencies (once per lockfile)...')
  const group = process.argv[2] === 'start' ? '--omit=dev' : '--include=dev'
  const { status } = spawnSync(`npm ci ${group} --no-audit --no-fund --loglevel=error`, {
    stdio: 'inherit',
    shell: true,
  })
  if (status !== 0) process.exit(status ?? 1)
}
const { run } = await import(has(sources) ? sources : installed)
await run(process.argv.slice(2), isNew)
