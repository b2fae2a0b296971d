import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { screens } from '@plinth/testing/browser/screens.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { demoPassword, signIn } from './demo-session.ts'
import { featureBenches } from './feature-benches.ts'
import { load, type Load } from './load.ts'
import { canWatchProcesses, withDescendants } from './processes.ts'
import { median, type Bench, type Measured } from './report.ts'
import { queryPath } from './requests.ts'

const ROUNDS = 5
const SECONDS = 2
// A page of the signed-in area runs much more code, which is compiled step by step: its CPU time falls over
// the first five thousand requests or so. Requests still running when a round ends count as CPU time but not
// as requests: 16 of several hundred in two seconds.
const SIGNED_IN = { warmUpSeconds: 20, seconds: 4 }
const FROM_MEMORY = ['/', '/login'].filter((page) => screens.open.some(({ path: known }) => known === page))

/**
 * How much of a bare server's speed the cached pages reach, and what a page of the signed-in area costs with
 * its session and its query.
 */
export const bench: Bench = {
  how: `16 connections, median of ${ROUNDS} rounds of ${SECONDS} s in which the servers take turns, signed in of ${SIGNED_IN.seconds} s; ratios within one round`,
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    try {
      return [...(await fromMemory(app)), ...(await signedIn(app))]
    } finally {
      await app.stop()
    }
  },
}

async function fromMemory(app: RunningApp): Promise<Measured[]> {
  const bare = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'bare-server.ts'), ...FROM_MEMORY.map((page) => app.url + page)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  try {
    const [port] = await once(bare.stdout, 'data')
    const rows: Measured[] = []
    for (const page of FROM_MEMORY) {
      const ours: Load[] = []
      const ratios: number[] = []
      const cpuRatios: number[] = []
      await warmUp(app, page)
      for (let round = 0; round < ROUNDS; round++) {
        const limit = await load(
          { url: `http://127.0.0.1:${String(port).trim()}${page}`, pid: bare.pid ?? 0 },
          { seconds: SECONDS },
        )
        const own = await load({ url: app.url + page, pid: app.pid }, { seconds: SECONDS })
        ours.push(own)
        ratios.push(own.requestsPerSecond / limit.requestsPerSecond)
        cpuRatios.push(limit.cpuMsPerRequest / own.cpuMsPerRequest)
      }
      rows.push({
        what: `${page} against a bare server`,
        value: median(ratios),
        unit: 'x',
        target: { atLeast: 0.5 },
      })
      // Requests per second are the target, but on a busy machine they depend on the scheduler; CPU time
      // doesn't.
      if (canWatchProcesses)
        rows.push({ what: `${page} against a bare server, by CPU time`, value: median(cpuRatios), unit: 'x' })
      rows.push(...rowsOf(page, ours))
    }
    return rows
  } finally {
    bare.kill()
  }
}

async function signedIn(app: RunningApp): Promise<Measured[]> {
  const writer = await signedInClient(app.url, { email: 'ada@example.com', password: demoPassword })
  for (const { fill } of featureBenches) await fill?.(writer)
  const headers = { cookie: await signIn(app) }
  const postmaster = Number(
    readFileSync(path.join(app.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  const others = () => (canWatchProcesses ? withDescendants(postmaster) : [])
  const queries = featureBenches.flatMap((feature) => feature.queries ?? [])
  const paths = {
    '/dashboard': '/dashboard',
    'get-session': '/api/auth/get-session',
    ...Object.fromEntries(queries.map((query) => [query, queryPath(query)])),
  }
  const targets: Record<string, number> = { '/dashboard': 4, 'get-session': 1 }
  const rows: Measured[] = []
  for (const [name, page] of Object.entries(paths)) {
    await warmUp(app, page, { headers, seconds: SIGNED_IN.warmUpSeconds })
    const rounds: Load[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(await load({ url: app.url + page, pid: app.pid, others, headers }, SIGNED_IN))
    rows.push(...rowsOf(name, rounds), databaseRow(name, rounds, targets[name]))
  }
  return rows
}

type WarmUp = { headers?: Record<string, string>; seconds?: number }

/** Lets V8 compile the code first: a server that has just started is slower. */
async function warmUp(
  app: RunningApp,
  target: string,
  { headers = {}, seconds = 3 }: WarmUp = {},
): Promise<void> {
  await load({ url: app.url + target, pid: app.pid, headers }, { seconds })
}

const databaseRow = (name: string, rounds: readonly Load[], atMost: number | undefined): Measured => ({
  what: `${name} CPU of application and database per request`,
  value: median(rounds.map((round) => round.cpuMsPerRequest + round.othersCpuMsPerRequest)),
  unit: 'ms',
  target: atMost === undefined ? undefined : { atMost },
})

function rowsOf(name: string, rounds: readonly Load[]): Measured[] {
  return [
    {
      what: `${name} requests`,
      value: median(rounds.map((round) => round.requestsPerSecond)),
      unit: 'req/s',
    },
    ...(canWatchProcesses
      ? [
          {
            what: `${name} CPU of the application per request`,
            value: median(rounds.map((round) => round.cpuMsPerRequest)),
            unit: 'ms' as const,
          },
        ]
      : []),
    { what: `${name} p99`, value: median(rounds.map((round) => round.p99Ms)), unit: 'ms' },
  ]
}
