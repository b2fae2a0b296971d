import pg from 'pg'
import { demoPassword, signIn } from '../../../../bench/demo-session.ts'
import { cpuOf, cpuSince, load, type Load } from '../../../../bench/load.ts'
import { withDescendants } from '../../../../bench/processes.ts'
import { median, type Bench, type Measured } from '../../../../bench/report.ts'
import { queryPath } from '../../../../bench/requests.ts'
import { startReplicatedPostgres, type Server } from '../../../../tests/support/replicated-postgres.ts'
import { startApp, type RunningApp } from '../../../../tests/support/running-app.ts'
import { growPosts } from './grow-posts.ts'

const POSTS = 100_000
const ROUNDS = 5
const SECONDS = 5
const WARM_UP_SECONDS = 10
const WRITES_PER_SECOND = 20

const requests = {
  'a list': queryPath('posts.list'),
  'a search of one post': queryPath('posts.list', { search: 'harbor 77777' }),
  'a search of a tenth': queryPath('posts.list', { search: 'harbor 7' }),
}

type Round = Load & { primaryMs: number; replicasMs: number }
type Target = { app: RunningApp; cookie: string }

/** What lists and searches cost the primary, without and with two replicas of it. */
export const bench: Bench = {
  how: `${POSTS} posts in the workspace, ${WRITES_PER_SECOND} writes a second; 16 connections, medians of ${ROUNDS} rounds of ${SECONDS} s in which an instance without and one with DATABASE_READ_URL take turns`,
  async run() {
    const { primary, standbys, end } = await startReplicatedPostgres(2)
    const apps: RunningApp[] = []
    try {
      const env = { DATABASE_URL: primary.url, DEMO_PASSWORD: demoPassword }
      apps.push(await startApp({ env }))
      apps.push(await startApp({ env: { ...env, DATABASE_READ_URL: standbys.map(({ url }) => url).join() } }))
      await fill(primary)
      const targets: Target[] = []
      for (const app of apps) targets.push({ app, cookie: await signIn(app) })
      const writes = keepWriting(primary)
      try {
        return await measure(targets, { primary, standbys })
      } finally {
        await writes.stop()
      }
    } finally {
      for (const app of apps.toReversed()) await app.stop()
      end()
    }
  },
}

async function fill({ url }: Server): Promise<void> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  await growPosts(database, POSTS)
  await database.query('vacuum analyze')
  await database.end()
}

/** Without writes every replica has always caught up. */
function keepWriting({ url }: Server): { stop(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const timer = setInterval(
    () => void pool.query(`update "user" set updated_at = now() where email = 'ben@example.com'`),
    1_000 / WRITES_PER_SECOND,
  )
  return {
    async stop() {
      clearInterval(timer)
      await pool.end()
    },
  }
}

type Servers = { primary: Server; standbys: readonly Server[] }

async function measure(targets: readonly Target[], servers: Servers): Promise<Measured[]> {
  const rows: Measured[] = []
  for (const [what, path] of Object.entries(requests)) {
    const rounds = targets.map((): Round[] => [])
    for (const { app, cookie } of targets)
      await load({ url: app.url + path, pid: app.pid, headers: { cookie } }, { seconds: WARM_UP_SECONDS })
    for (let round = 0; round < ROUNDS; round++)
      for (const [at, target] of targets.entries())
        rounds[at]?.push(await oneRound(target, { path, servers }))
    for (const [at, name] of ['no replica', 'two replicas'].entries())
      rows.push(...rowsOf(`${what}, ${name}`, rounds[at] ?? []))
  }
  return rows
}

async function oneRound(
  { app, cookie }: Target,
  { path, servers }: { path: string; servers: Servers },
): Promise<Round> {
  const { primary, standbys } = servers
  const processes = [primary, ...standbys].map((server) => () => withDescendants(server.pid()))
  const before = processes.map((of) => cpuOf(of()))
  const measured = await load(
    { url: app.url + path, pid: app.pid, headers: { cookie } },
    { seconds: SECONDS },
  )
  const [primaryMs = 0, ...replicasMs] = processes.map(
    (of, at) => cpuSince(before[at], of()) / (measured.requestsPerSecond * SECONDS),
  )
  return { ...measured, primaryMs, replicasMs: replicasMs.reduce((sum, ms) => sum + ms, 0) }
}

function rowsOf(what: string, rounds: readonly Round[]): Measured[] {
  const of = (value: (round: Round) => number) => median(rounds.map(value))
  return [
    { what: `${what}: CPU of the primary`, value: of(({ primaryMs }) => primaryMs), unit: 'ms' },
    { what: `${what}: CPU of the replicas`, value: of(({ replicasMs }) => replicasMs), unit: 'ms' },
    {
      what: `${what}: CPU of the application`,
      value: of(({ cpuMsPerRequest }) => cpuMsPerRequest),
      unit: 'ms',
    },
    { what: `${what}: requests`, value: of(({ requestsPerSecond }) => requestsPerSecond), unit: 'req/s' },
    { what: `${what}: p50`, value: of(({ p50Ms }) => p50Ms), unit: 'ms' },
  ]
}
