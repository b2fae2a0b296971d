import type { Gauge } from 'prom-client'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import type { Live } from '#/core/realtime/live.server.ts'
import { sharedRedis } from '#/core/redis/redis.server.ts'

const DATABASE_MS = 2_000
// Those of pg-boss, so that a state without jobs is told as none.
const JOB_STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed']

export type Measured = { method: string; route: string; status: number; seconds: number }

export type Metrics = {
  record(answered: Measured): void
  /** Everything in Prometheus' text format. Answers within two seconds, also while the database is away. */
  read(): Promise<{ text: string; contentType: string }>
}

type Parts = { pool: OpenDatabase['pool']; live: Live; sendsMail: boolean }

/** Measures this process from now on. The library is loaded here and nowhere else. */
export async function openMetrics({ pool, live, sendsMail }: Parts): Promise<Metrics> {
  const { collectDefaultMetrics, Gauge: NewGauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the head of its answer, by the pattern of its route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new NewGauge({ name, help, labelNames, registers })
  const connections = gauge(
    'plinth_database_connections',
    'Connections of the pool of this process, and callers who wait for one.',
    ['state'],
  )
  const streams = gauge(
    'plinth_live_streams',
    'Streams that clients of this process follow: live updates, answers, exports.',
  )
  const listeners = gauge(
    'plinth_live_listeners',
    'What waits for announcements in this process: streams, and answers being made.',
  )
  const redisUp = gauge(
    'plinth_redis_up',
    '1 while Redis counts limits, 0 while the database does in its place. Absent without REDIS_URL.',
  )
  const databaseUp = gauge('plinth_database_up', '1 when the database answered the questions below in time.')
  const jobs = gauge('plinth_jobs', 'Background jobs of all instances by state.', ['state'])
  const mails = gauge('plinth_mails_waiting', 'Mails of all instances that wait to be sent.')
  const ofDatabase = { databaseUp, jobs, mails }

  return {
    record: ({ method, route, status, seconds }) => duration.observe({ method, route, status }, seconds),
    async read() {
      connections.set({ state: 'total' }, pool.totalCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount + pool.share.waiting)
      streams.set(live.places.taken)
      listeners.set(live.listening())
      const redis = sharedRedis()
      if (redis) redisUp.set(redis.isTrusted() ? 1 : 0)
      else registry.removeSingleMetric('plinth_redis_up')
      await askDatabase(pool, ofDatabase, sendsMail)
      return { text: await registry.metrics(), contentType: registry.contentType }
    },
  }
}

type OfDatabase = Record<'databaseUp' | 'jobs' | 'mails', Gauge>

/** A figure the database can't tell is left out: an old one would look like a good one. */
async function askDatabase(
  pool: OpenDatabase['pool'],
  { databaseUp, jobs, mails }: OfDatabase,
  sendsMail: boolean,
): Promise<void> {
  jobs.reset()
  mails.remove()
  try {
    const asked = Promise.all([
      pool.query<{ state: string; count: number }>(
        'select state::text, count(*)::int as count from pgboss.job group by state',
      ),
      pool.query<{ count: number }>(
        'select count(*)::int as count from mail where sent_at is null and failed_at is null',
      ),
    ])
    const [byState, waiting] = await Promise.race([asked, late()])
    for (const state of JOB_STATES) jobs.set({ state }, 0)
    for (const { state, count } of byState.rows) jobs.set({ state }, count)
    // Without SMTP_URL mails stay where they are, in the mailbox.
    if (sendsMail) mails.set(waiting.rows[0]?.count ?? 0)
    databaseUp.set(1)
  } catch {
    databaseUp.set(0)
  }
}

const late = () =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('no answer in time')), DATABASE_MS).unref(),
  )
