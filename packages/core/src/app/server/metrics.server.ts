import type { Gauge } from 'prom-client'
import { getBrand } from '#/brand.ts'
import type { KeptBackup } from '#/backup/backup-place.server.ts'
import type { OpenDatabase } from '#/db/database.server.ts'
import type { Live } from '#/realtime/live.server.ts'
import { sharedRedis } from '#/redis/redis.server.ts'
import { deadline } from '#/lib/deadline.ts'

const DATABASE_MS = 2_000
// A bucket is paid by the request.
const BACKUPS_EVERY_MS = 60_000
const BACKUPS_MS = 1_000
// The states of pg-boss: a state without jobs is reported as 0.
const JOB_STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed']

export type Measured = { method: string; route: string; status: number; seconds: number }

export type Metrics = {
  record(answered: Measured): void
  /** All metrics in Prometheus' text format, within three seconds even while what it asks is down. */
  read(): Promise<{ text: string; contentType: string }>
}

type Parts = {
  pool: OpenDatabase['pool']
  live: Live
  sendsMail: boolean
  /** Undefined where none are scheduled. */
  listBackups: (() => Promise<KeptBackup[]>) | undefined
}

/** Starts collecting metrics of this process. Loads prom-client, which nothing else does. */
export async function openMetrics({ pool, live, sendsMail, listBackups }: Parts): Promise<Metrics> {
  const { collectDefaultMetrics, Gauge: NewGauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the head of its response, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const prefixed = (name: string) => `${getBrand().key.replaceAll('-', '_')}_${name}`
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new NewGauge({ name: prefixed(name), help, labelNames, registers })
  const connections = gauge(
    'database_connections',
    'Connections in the pool of this process, and callers waiting for one.',
    ['state'],
  )
  const streams = gauge(
    'live_streams',
    'Streams that clients of this process follow: live updates, answers, exports.',
  )
  const listeners = gauge(
    'live_listeners',
    'Listeners for announcements in this process: streams and running generations.',
  )
  const redisUp = gauge(
    'redis_up',
    '1 while Redis counts limits, 0 while the database stands in. Absent without REDIS_URL.',
  )
  const databaseUp = gauge('database_up', '1 when the database answered before the deadline.')
  const jobs = gauge('jobs', 'Background jobs of all instances by state.', ['state'])
  const mails = gauge('mails_waiting', 'Mails of all instances waiting to be sent.')
  const backupAt = gauge(
    'last_backup_timestamp_seconds',
    'When the last scheduled backup was begun. Absent while there is none.',
  )
  let backupsAskedAt = 0
  const ofDatabase = { databaseUp, jobs, mails }

  return {
    record: ({ method, route, status, seconds }) => duration.observe({ method, route, status }, seconds),
    async read() {
      connections.set({ state: 'total' }, pool.totalCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
      streams.set(live.places.updates.taken + live.places.answers.taken)
      listeners.set(live.listening())
      const redis = sharedRedis()
      if (redis) redisUp.set(redis.isTrusted() ? 1 : 0)
      else registry.removeSingleMetric(prefixed('redis_up'))
      if (listBackups && Date.now() - backupsAskedAt > BACKUPS_EVERY_MS) {
        backupsAskedAt = Date.now()
        const asked = listBackups().then(([last]) => {
          if (last) backupAt.set(last.at.getTime() / 1_000)
          else backupAt.remove()
        })
        await Promise.race([asked, deadline(BACKUPS_MS)]).catch(() => backupAt.remove())
      }
      await askDatabase(pool, ofDatabase, sendsMail)
      return { text: await registry.metrics(), contentType: registry.contentType }
    },
  }
}

type OfDatabase = Record<'databaseUp' | 'jobs' | 'mails', Gauge>

/** Leaves a metric out when the database doesn't respond: a stale value would look current. */
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
    const [byState, waiting] = await Promise.race([asked, deadline(DATABASE_MS)])
    for (const state of JOB_STATES) jobs.set({ state }, 0)
    for (const { state, count } of byState.rows) jobs.set({ state }, count)
    // Without SMTP_URL mail stays in the mailbox and isn't waiting.
    if (sendsMail) mails.set(waiting.rows[0]?.count ?? 0)
    databaseUp.set(1)
  } catch {
    databaseUp.set(0)
  }
}
