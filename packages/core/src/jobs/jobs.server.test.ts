import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { outsideTransaction } from '#/db/current-transaction.server.ts'
import { openDatabase } from '#/db/database.server.ts'
import { openTestDatabase, PATIENT, testLog } from '@plinth/testing/test-database.ts'
import { defineJob, enqueueJob, startJobs, type JobDefinition, type JobTiming } from './jobs.server.ts'
import { prepareJobs } from './prepare-jobs.server.ts'

const database = await openTestDatabase()
const { db, pool, connection } = database
// A separate database, because instances on one database share the time of the last schedule check.
const scheduling = await openTestDatabase()
const quick: Partial<JobTiming> = {
  pollSeconds: 0.5,
  heartbeatSeconds: 10,
  monitorSeconds: 1,
  drainSeconds: 1,
}

async function start(
  jobs: JobDefinition[],
  options: { log?: typeof testLog; timing?: Partial<JobTiming> } = {},
) {
  const running = await startJobs({
    db,
    pool,
    log: options.log ?? testLog,
    jobs,
    timing: { ...quick, ...options.timing },
  })
  onTestFinished(() => running.stop())
  return running
}

/** A job that records its data. */
function noted(name: string) {
  const seen: number[] = []
  const job = defineJob<{ number: number }>({
    name,
    handler: async (_context, { number }) => void seen.push(number),
  })
  return { job, seen }
}

const enqueue = (job: JobDefinition<{ number: number }>, number: number) =>
  db.transaction((tx) => enqueueJob(tx, job, { data: { number } }))

test('two instances can start together on an empty database, and run each job once', async () => {
  const { job, seen } = noted('together')
  const other = openDatabase({ ...connection, ...PATIENT }, testLog)
  const [first, second] = await Promise.all([
    startJobs({ db, pool, log: testLog, jobs: [job], timing: quick }),
    startJobs({ ...other, log: testLog, jobs: [job], timing: quick }),
  ])
  onTestFinished(async () => {
    await Promise.all([first.stop(), second.stop()])
    await other.close()
  })
  await Promise.all(Array.from({ length: 40 }, (_, number) => enqueue(job, number)))
  await vi.waitFor(() => expect(seen).toHaveLength(40), 30_000)
  expect(new Set(seen).size).toBe(40)
})

describe('a queued job', () => {
  test('runs only if the transaction that enqueued it commits', async () => {
    const { job, seen } = noted('cause')
    await start([job])
    await expect(
      db.transaction(async (tx) => {
        await enqueueJob(tx, job, { data: { number: 1 } })
        throw new Error('the cause fails')
      }),
    ).rejects.toThrow('the cause fails')
    await db.transaction(async (tx) => {
      await enqueueJob(tx, job, { data: { number: 2 } })
      await outsideTransaction(() => enqueue(job, 3))
      await vi.waitFor(() => expect(seen).toEqual([3]), 30_000)
    })
    await vi.waitFor(() => expect(seen).toEqual([3, 2]), 30_000)
  })

  test('waits for a worker that starts later', async () => {
    const { job, seen } = noted('later')
    await prepareJobs({ pool, jobs: [job] })
    await enqueue(job, 7)
    await start([job])
    await vi.waitFor(() => expect(seen).toEqual([7]), 30_000)
  })

  test('is rejected, not lost, while its queue does not exist', async () => {
    const { job } = noted('nobody-knows')
    await prepareJobs({ pool, jobs: [] })
    await expect(enqueue(job, 1)).rejects.toThrow('nobody-knows does not exist')
  })

  test('does not run before its start time', async () => {
    const { job, seen } = noted('in-time')
    await start([job])
    await db.transaction((tx) => enqueueJob(tx, job, { data: { number: 1 }, startAfterSeconds: 3_600 }))
    await enqueue(job, 2)
    await vi.waitFor(() => expect(seen).toEqual([2]), 30_000)
    await pool.query(`update pgboss.job set start_after = now() where name = 'in-time'`)
    await vi.waitFor(() => expect(seen).toEqual([2, 1]), 30_000)
  })

  test('in a backlog starts right after the one before it', async () => {
    const { job, seen } = noted('backlog')
    await prepareJobs({ pool, jobs: [job] })
    await db.transaction(async (tx) => {
      for (let number = 0; number < 60; number++) await enqueueJob(tx, job, { data: { number } })
    })
    await start([job], { timing: { pollSeconds: 3_600 } })
    await vi.waitFor(() => expect(seen).toHaveLength(60), 60_000)
  })
})

test('a job that this process adds wakes a worker, however seldom it looks for others', async () => {
  const { job, seen } = noted('at-once')
  await start([job], { timing: { pollSeconds: 3_600 } })
  // The workers have looked once, and sleep.
  await enqueue(job, 1)
  await vi.waitFor(() => expect(seen).toEqual([1]), 30_000)
  await enqueue(job, 2)
  await vi.waitFor(() => expect(seen).toEqual([1, 2]), 30_000)
})

test('idle workers ask nothing: one query looks for all of them', async () => {
  const asked: string[] = []
  const watched = new Proxy(pool, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key) as unknown
      return (text: string, values: unknown[]) => {
        asked.push(text)
        return target.query(text, values)
      }
    },
  })
  const jobs = ['idle-one', 'idle-two'].map((name) => ({ ...noted(name).job, concurrency: 5 }))
  const running = await startJobs({ db, pool: watched, log: testLog, jobs, timing: quick })
  onTestFinished(() => running.stop())
  const looks = () => asked.filter((text) => text.includes('unnest($1::text[]) as queue')).length
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(4), 30_000)
  const claims = asked.filter((text) => text.includes('SKIP LOCKED') && text.includes("'idle-"))
  expect(claims).toHaveLength(10)
})

describe('a job that fails', () => {
  test('is retried, and the log has its name and id but no user input', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino(
      { level: 'info', serializers: { err: (error: unknown) => error } },
      { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    )
    let tries = 0
    const job = defineJob<{ number: number }>({
      name: 'clumsy',
      retryLimit: 1,
      retryDelaySeconds: 1,
      handler: async (context) => {
        tries = context.attempt
        await context.db.execute(sql`select ${'a secret answer'}::int`)
      },
    })
    await start([job], { log })
    await enqueue(job, 1)
    await vi.waitFor(
      () =>
        expect(lines.map(({ msg }) => msg)).toEqual([
          'a job failed and will be tried again',
          'a job failed for good',
        ]),
      30_000,
    )
    expect(tries).toBe(2)
    const stored = await pool.query<{ id: string; output: string }>(
      `select id, output::text from pgboss.job where name = 'clumsy'`,
    )
    expect(lines.map(({ job: name, jobId, attempt }) => ({ name, jobId, attempt }))).toEqual(
      [1, 2].map((attempt) => ({ name: 'clumsy', jobId: stored.rows[0]?.id, attempt })),
    )
    expect(stored.rows[0]?.output).toContain('clumsy failed')
    expect(stored.rows[0]?.output).not.toContain('params: a secret answer')
  })
})

describe('stop', () => {
  test('lets a running job finish', async () => {
    let isDone = false
    let isRunning = false
    const job = defineJob<{ number: number }>({
      name: 'unhurried',
      handler: async () => {
        isRunning = true
        await sleep(700)
        isDone = true
      },
    })
    const running = await start([job])
    await enqueue(job, 1)
    await vi.waitFor(() => expect(isRunning).toBe(true), 30_000)
    await running.stop()
    expect(isDone).toBe(true)
  })

  test('aborts a job that does not finish in time, and the next instance runs it', async () => {
    const tries: number[] = []
    let wasTold = false
    const job = defineJob<{ number: number }>({
      name: 'endless',
      retryDelaySeconds: 0,
      handler: async ({ signal, attempt }) => {
        tries.push(attempt)
        if (attempt > 1) return
        await once(signal, 'abort')
        wasTold = true
      },
    })
    const running = await start([job])
    await enqueue(job, 1)
    await vi.waitFor(() => expect(tries).toEqual([1]), 30_000)
    await running.stop()
    expect(wasTold).toBe(true)
    await start([job])
    await vi.waitFor(() => expect(tries).toEqual([1, 2]), 30_000)
  })
})

test('a scheduled job runs once across two instances', async () => {
  let runs = 0
  const job = defineJob({ name: 'every-minute', cron: '* * * * *', handler: async () => void runs++ })
  const instances = await Promise.all(
    [1, 2].map(() => startJobs({ ...scheduling, log: testLog, jobs: [job], timing: quick })),
  )
  onTestFinished(async () => void (await Promise.all(instances.map((instance) => instance.stop()))))
  // The current minute is due immediately; the queue checks the schedules every five seconds.
  await vi.waitFor(() => expect(runs).toBe(1), 60_000)
  await sleep(3_000)
  expect(runs).toBe(1)
})

test('a scheduled job that is gone leaves no schedule and no waiting job', async () => {
  const gone = defineJob({ name: 'gone', cron: '* * * * *', handler: async () => {} })
  const first = await startJobs({ ...scheduling, log: testLog, jobs: [gone], timing: quick })
  await first.stop()
  await scheduling.db.execute(sql`insert into pgboss.job (name) values ('gone')`)
  const left = () =>
    scheduling.db.execute(
      sql`select name from pgboss.schedule where name = 'gone'
        union all select name from pgboss.job where name = 'gone' and state = 'created'`,
    )
  expect((await left()).rows).toHaveLength(2)
  const second = await startJobs({ ...scheduling, log: testLog, jobs: [], timing: quick })
  onTestFinished(() => second.stop())
  expect((await left()).rows).toEqual([])
})

test('a database outage under load crashes nothing and loses no job', async () => {
  const done = new Set<number>()
  const job = defineJob<{ number: number }>({
    name: 'stormy',
    concurrency: 2,
    retryDelaySeconds: 0,
    handler: async (context, { number }) => {
      await context.db.execute(sql`select pg_sleep(0.01)`)
      done.add(number)
    },
  })
  await start([job])
  const accepted: number[] = []
  let isOver = false
  const load = (async () => {
    for (let number = 0; !isOver; number++) {
      await enqueue(job, number).then(
        () => accepted.push(number),
        () => sleep(20),
      )
    }
  })()
  const isUnderLoad = (more: number) => {
    const before = accepted.length
    return vi.waitFor(() => expect(accepted.length).toBeGreaterThan(before + more), 60_000)
  }
  for (let round = 0; round < 2; round++) {
    await isUnderLoad(20)
    await takeDatabaseAway(700)
  }
  await isUnderLoad(20)
  isOver = true
  await load
  // Jobs that ran when the connection broke are detected by their missing heartbeat.
  await vi.waitFor(() => expect(accepted.filter((number) => !done.has(number))).toEqual([]), 60_000)
})

/** Simulates a server restart: all connections end, and new ones fail for a while. */
async function takeDatabaseAway(milliseconds: number): Promise<void> {
  const admin = new pg.Client(inject('database').connection)
  await admin.connect()
  const name = (await pool.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? ''
  await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`)
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  await sleep(milliseconds)
  await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`)
  await admin.end()
}
