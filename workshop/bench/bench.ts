// npm run bench [-- name...]: measures the built application on this machine, prints tables and writes
// workshop/bench/.out/results.json. With --publish also workshop/bench/results.json,
// workshop/docs/performance.md and the home page's figures.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'
import { commandFile } from '@plinth/cli/commands.mjs'
import { runNode } from '@plinth/cli/run-node.ts'
import { featureBenches } from './feature-benches.ts'
import { publish } from './publish.ts'
import { isReached, table, type Bench, type Measured } from './report.ts'

// Loaded one by one, so that a bench with missing tools fails alone.
const benches: Record<string, () => Promise<{ bench: Bench }>> = {
  weight: () => import('./weight.ts'),
  pages: () => import('./pages.ts'),
  start: () => import('./start.ts'),
  memory: () => import('./memory.ts'),
  mixed: () => import('./mixed.ts'),
  install: () => import('./install.ts'),
  clone: () => import('./clone.ts'),
  saves: () => import('./saves.ts'),
  scale: () => import('./scale.ts'),
  peers: () => import('./peers.ts'),
}
for (const { own = {} } of featureBenches)
  for (const [name, load] of Object.entries(own)) benches[name] = async () => ({ bench: await load() })
// Two take ten minutes, one must be told what to measure, one is about development, one needs PostgreSQL's
// packages.
const byNameOnly = new Set(['mixed', 'scale', 'peers', 'saves'])

// A word with an equals sign names a server for `peers`.
const asked = process.argv.slice(2).filter((word) => word !== '--publish' && !word.includes('='))
const isPublishing = process.argv.includes('--publish')
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`No bench called ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
const names = asked.length > 0 ? asked : Object.keys(benches).filter((name) => !byNameOnly.has(name))

const startedAt = Date.now()
const [loadBefore = 0] = loadavg()
const built = await runNode([commandFile('build'), '--if-stale'], { NODE_ENV: 'production' })
if (built !== 0) process.exit(built)
const results: Record<string, Measured[]> = {}
let failed = false
for (const name of names) {
  try {
    const { bench } = (await benches[name]?.()) ?? {}
    if (!bench) continue
    console.log(`\n${name}: ${bench.how}\n`)
    const rows = await bench.run()
    results[name] = rows
    console.log(table(rows))
    if (!rows.every(isReached)) failed = true
  } catch (error) {
    failed = true
    console.error(`\n${name} could not be measured:`, error)
  }
}
write()
process.exitCode = failed ? 1 : 0

function write(): void {
  const folder = path.join(import.meta.dirname, '.out')
  mkdirSync(folder, { recursive: true })
  // Other work on the machine makes every number worse; the load average shows whether there was any.
  const machine = {
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    cores: cpus().length,
    cpu: cpus()[0]?.model,
    loadBefore,
  }
  writeFileSync(
    path.join(folder, 'results.json'),
    `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`,
  )
  if (isPublishing) {
    const on = new Date().toISOString().slice(0, 10)
    const measured = Object.entries(results).filter(([, rows]) => rows.length > 0)
    const runs = measured.map(([name, rows]) => [name, { on, cores: machine.cores, rows }])
    publish(path.resolve(import.meta.dirname, '../..'), Object.fromEntries(runs))
  }
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(
    `\n${seconds} s on ${machine.cores} cores, whose load was ${loadBefore.toFixed(1)} before. Written to workshop/bench/.out/results.json`,
  )
}
