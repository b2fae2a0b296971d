import { readFileSync } from 'node:fs'
import path from 'node:path'
import { connectEmbedded } from '@plinth/testing/servers/embedded-database.ts'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { demoPassword, signIn } from './demo-session.ts'
import { featureBenches } from './feature-benches.ts'
import { load } from './load.ts'
import { canWatchProcesses, withDescendants } from './processes.ts'
import type { Bench, Measured } from './report.ts'
import { rowsOfTimes, times } from './requests.ts'

const USERS = [1, 10, 100, 1000]
const THINK_MS = 5000
const SECONDS = 20
const READS = 200

/** How response times grow: with users at work, with instances, and with what a workspace holds. */
export const bench: Bench = {
  how: `users each open the dashboard and read it for ${THINK_MS / 1000} s on average, for ${SECONDS} s; ${READS} reads one at a time for each size of a list`,
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    try {
      const other = await startApp({ dataDir: app.dataDir })
      try {
        return [...(await users([app])), ...(await users([app, other])), ...(await growth(app))]
      } finally {
        await other.stop()
      }
    } finally {
      await app.stop()
    }
  },
}

async function users(apps: readonly RunningApp[]): Promise<Measured[]> {
  const [first] = apps
  if (!first) return []
  const file = path.join(first.dataDir, 'postgres', 'postmaster.pid')
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  // Each instance has a cookie of its own, because in local mode its name has the port.
  const targets = await Promise.all(
    apps.map(async (app) => ({
      url: `${app.url}/dashboard`,
      pid: app.pid,
      headers: { cookie: await signIn(app) },
      others: () => (canWatchProcesses ? withDescendants(postmaster) : []),
    })),
  )
  const rows: Measured[] = []
  for (const count of USERS.filter((one) => one >= apps.length)) {
    const loads = await Promise.all(
      targets.map((target) =>
        load(target, { connections: Math.round(count / apps.length), seconds: SECONDS, thinkMs: THINK_MS }),
      ),
    )
    const what = `${count} users, ${apps.length === 1 ? 'one instance' : `${apps.length} instances`}`
    rows.push(
      { what: `${what}, p50`, value: Math.max(...loads.map(({ p50Ms }) => p50Ms)), unit: 'ms' },
      { what: `${what}, p99`, value: Math.max(...loads.map(({ p99Ms }) => p99Ms)), unit: 'ms' },
      {
        what: `${what}, CPU per page`,
        value: loads.reduce((sum, { cpuMsPerRequest }) => sum + cpuMsPerRequest, 0) / loads.length,
        unit: 'ms',
      },
      { what: `${what}, database connections`, value: await connections(first), unit: 'count' },
    )
  }
  return rows
}

async function connections({ dataDir }: RunningApp): Promise<number> {
  const database = await connectEmbedded(dataDir)
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'`,
  )
  await database.end()
  return (rows[0]?.count ?? NaN) - 1
}

async function growth(app: RunningApp): Promise<Measured[]> {
  const client = await signedInClient(app.url, { email: 'ada@example.com', password: demoPassword })
  const database = await connectEmbedded(app.dataDir)
  try {
    const rows: Measured[] = []
    for (const { what, sizes, grow, read } of featureBenches.flatMap((feature) => feature.growth ?? []))
      for (const size of sizes) {
        await grow(database, size)
        await database.query('vacuum analyze')
        await times(READS, () => read(client))
        rows.push(...rowsOfTimes(`${size} ${what}`, await times(READS, () => read(client))))
      }
    return rows
  } finally {
    await database.end()
  }
}
