// npm run cluster [-- INSTANCES]: builds if a source has changed, then runs PostgreSQL under Patroni with
// etcd, and instances with PgBouncer, HAProxy, Redis and an S3 server, on this machine only; Ctrl-C ends all
// of it.
//   drill [--publish] [FAULT...]   causes these faults, by default each, under counted writes; --publish
//                                  writes workshop/docs/proof.md
import { missingPackages, startCluster, type Cluster } from './cluster/cluster.ts'
import { drill, type Row } from './cluster/drill.ts'
import { cellsOf, publishProof } from './cluster/proof.ts'
import { commandFile } from '@plinth/cli/commands.mjs'
import { runNode } from '@plinth/cli/run-node.ts'
import { stopSignal } from '@plinth/cli/stop-signal.ts'

const words = process.argv.slice(2)
const isDrill = words[0] === 'drill'
const missing = missingPackages()
if (missing.length > 0) {
  console.error(`\n✗ Debian's packages ${missing.join(', ')} are missing. As root:\n`)
  console.error(`apt-get install --no-install-recommends ${missing.join(' ')}\n`)
  process.exit(1)
}
const built = await runNode([commandFile('build'), '--if-stale'], { NODE_ENV: 'production' })
if (built !== 0) process.exit(built)

const stopped = stopSignal()
const log = (line: string) => console.log(`· ${line}`)
const instances = Number(words.find((word) => /^[1-9]$/.test(word)) ?? 3)
const cluster = await start()
let isKept = false
try {
  if (isDrill) {
    await Promise.race([drillThrough(), stopped])
  } else {
    console.log(`\n${cluster.url}   admin@example.com, ${cluster.password}`)
    console.log(`${cluster.folder} has the configuration and the logs. Processes:`)
    for (const { name, pid } of cluster.services()) console.log(`  ${name.padEnd(16)} ${pid}`)
    for (const { name, api } of cluster.databases) console.log(`  ${name.padEnd(16)} ${api}/cluster`)
    console.log('\nCtrl-C ends all of it.')
    await stopped
  }
} catch (error) {
  isKept = true
  throw error
} finally {
  log('ending')
  await cluster.stop(isKept)
}
process.exit()

async function start(): Promise<Cluster> {
  const interrupted = new AbortController()
  void stopped.then(() => interrupted.abort())
  try {
    return await startCluster({ instances, isIsolated: isDrill, log, signal: interrupted.signal })
  } catch (error) {
    if (interrupted.signal.aborted) process.exit()
    throw error
  }
}

/** The document is written after each fault: a run that breaks off leaves what it has. */
async function drillThrough(): Promise<void> {
  const faults = words.slice(1).filter((word) => /^[a-z]/.test(word))
  const rows: Row[] = []
  for await (const row of drill(cluster, faults)) {
    rows.push(row)
    log(`${row.name}: ${cellsOf(row).slice(1).join(' | ')}`)
    if (words.includes('--publish')) await publishProof(rows, { instances, cluster })
  }
}
