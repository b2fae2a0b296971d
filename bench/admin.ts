import type pg from 'pg'
import { drizzle } from 'drizzle-orm/node-postgres'
import { listUsersInput } from '../src/features/administration/administration.schema.ts'
import { countFigures } from '../src/features/administration/server/count-figures.server.ts'
import { usersQuery } from '../src/features/administration/server/list-users.server.ts'
import { connectEmbedded } from '../tests/support/embedded-database.ts'
import { signedInClient, type HttpClient } from '../tests/support/http-client.ts'
import { startApp, type RunningApp } from '../tests/support/running-app.ts'
import { demoPassword } from './demo-session.ts'
import { deepestRow, fillTable, scansRow, sequentialScans, untilCounted } from './large-table.ts'
import { read, rowsOf, times } from './posts.ts'
import { canWatchProcesses, memory } from './processes.ts'
import type { Bench, Measured } from './report.ts'

const USERS = Number(process.env.BENCH_USERS ?? 1_000_000)
const SESSIONS = USERS / 4
const PER_PAGE = 20
const READS = 60
const DEEPEST_RATIO = 3
const GROWTH_MAX_MB = 150

/** The user table with many users. Runs by name only: filling the embedded database takes minutes. */
export const bench: Bench = {
  how: `${USERS} users and ${SESSIONS} sessions on the embedded server; one request at a time over HTTP, ${READS} of each kind`,
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    const database = await connectEmbedded(app.dataDir)
    try {
      const [fillMs = NaN] = await times(1, () => fill(database))
      const admin = await signedInClient(app.url, { email: 'admin@example.com', password: demoPassword })
      await times(READS, () => read(admin, 'admin.users.list', {}))
      const cursors: string[] = []
      for (const order of orders) cursors.push(await cursorAt(database, order))
      await untilCounted()
      const scansBefore = await sequentialScans(database, 'user')
      const rows = [
        ...(await pages(admin, cursors)),
        ...(await searches(admin)),
        ...(await figures(admin, database)),
      ]
      await untilCounted()
      const scans = (await sequentialScans(database, 'user')) - scansBefore
      return [
        { what: 'filling the database', value: fillMs / 1000, unit: 's' },
        ...rows,
        scansRow(scans),
        {
          what: 'plans with a sequential scan',
          value: await plansWithScan(database),
          unit: 'count',
          aim: { atMost: 0 },
        },
        ...(await download(app, admin)),
      ]
    } finally {
      await database.end()
      await app.stop()
    }
  },
}

/**
 * Inserts users with two thousand first names, and sessions. One user in 50,000 is an administrator, one in
 * 200 is banned, one in ten has not verified the email address.
 */
async function fill(database: pg.Client): Promise<void> {
  await fillTable(
    database,
    { table: 'user', like: String.raw`user\_%\_idx` },
    `
    insert into "user" (id, name, email, email_verified, role, banned, ban_reason, ban_expires, created_at)
      select 'bench-' || n, 'F' || substr(md5((n % 2000)::text), 1, 7) || ' L' || substr(md5(n::text), 1, 9), 'p' || md5('m' || n) || '@example.org', n % 10 > 0,
        case when n % 50000 = 0 then 'admin' else 'user' end, n % 200 = 0, case when n % 200 = 0 then 'Spam' end,
        case when n % 200 = 0 then now() + interval '30 days' end, now() - n * interval '90 seconds'
      from generate_series(1, ${USERS}::bigint) n;
    insert into session (id, token, user_id, expires_at, updated_at)
      select 'bench-' || n, 'bench-' || n, 'bench-' || n, now() + interval '5 days', now() - (n % 14) * interval '1 day' from generate_series(1, ${SESSIONS}::bigint) n`,
  )
}

type Page = { items: { id: string }[]; nextCursor: string | null }

async function page(admin: HttpClient, input: object): Promise<Page> {
  const answer = await admin.get(
    `/api/trpc/admin.users.list?input=${encodeURIComponent(JSON.stringify({ json: input }))}`,
  )
  const { result } = (await answer.json()) as { result: { data: { json: Page } } }
  return result.data.json
}

const orders = [
  { what: 'newest first', sort: 'createdAt', column: 'created_at', direction: 'desc' },
  { what: 'by name', sort: 'name', column: 'lower(name)', direction: 'asc' },
  { what: 'by address', sort: 'email', column: 'email', direction: 'asc' },
] as const

/** Deep pages must cost about what the first costs, in every order. */
async function pages(admin: HttpClient, cursors: readonly string[]): Promise<Measured[]> {
  const rows: Measured[] = []
  const perPage: number[][] = []
  for (const [at, { what, sort, direction }] of orders.entries()) {
    for (const deep of [false, true]) {
      const cursor = deep ? cursors[at] : undefined
      const took = await times(READS, () => read(admin, 'admin.users.list', { sort, direction, cursor }))
      perPage.push(took)
      rows.push(
        ...rowsOf(`${what}, ${deep ? `page ${Math.floor((USERS * 0.9) / PER_PAGE)}` : 'first page'}`, took),
      )
    }
  }
  return [...rows, deepestRow(perPage, DEEPEST_RATIO)]
}

/** Returns the cursor of the row nine tenths of the way down. */
async function cursorAt(
  database: pg.Client,
  { sort, column, direction }: (typeof orders)[number],
): Promise<string> {
  const { rows } = await database.query<{ id: string; name: string; email: string; created_at: Date }>(
    `select id, name, email, created_at from "user" order by ${column} ${direction}, id ${direction} offset ${Math.floor(USERS * 0.9)} limit 1`,
  )
  const [row] = rows
  if (!row) throw new Error('The table is too short')
  const value = sort === 'createdAt' ? row.created_at.toISOString() : sort === 'name' ? row.name : row.email
  return Buffer.from(JSON.stringify([sort, direction, value, row.id])).toString('base64url')
}

const filters = [
  ['administrators by name', { role: 'admin', sort: 'name' }],
  ['banned, newest first', { banned: true }],
  ['banned, by address', { banned: true, sort: 'email' }],
  ['unproved addresses, by name', { verified: false, sort: 'name' }],
  ['not banned, by name', { banned: false, sort: 'name' }],
  ['banned users whose name holds three letters, by name', { banned: true, search: 'abc', sort: 'name' }],
] as const

async function searches(admin: HttpClient): Promise<Measured[]> {
  const rows: Measured[] = []
  const { items } = await page(admin, { sort: 'email' })
  const [someone] = items as { id: string; name: string; email: string }[]
  for (const [what, search] of [
    ['an address', someone?.email ?? ''],
    ['the middle of a name', someone?.name.slice(11, 17) ?? ''],
    ['three letters', 'abc'],
    ['two letters', 'ab'],
    ['nobody', 'zzzzzz'],
  ] as const) {
    rows.push(
      ...rowsOf(`search, ${what}`, await times(READS / 3, () => read(admin, 'admin.users.list', { search }))),
    )
  }
  for (const [what, filter] of filters)
    rows.push(...rowsOf(what, await times(READS / 3, () => read(admin, 'admin.users.list', filter))))
  return rows
}

/** Measures the figures after the job that counts them, which runs every five minutes. */
async function figures(admin: HttpClient, database: pg.Client): Promise<Measured[]> {
  const [jobMs = NaN] = await times(1, () => countFigures(drizzle({ client: database })))
  const took = await times(READS / 3, () => read(admin, 'admin.stats', {}))
  return [{ what: 'the job that counts', value: jobMs, unit: 'ms' }, ...rowsOf('admin.stats', took)]
}

async function plansWithScan(database: pg.Client): Promise<number> {
  const db = drizzle({ client: database })
  let count = 0
  for (const input of [
    {},
    { sort: 'name' },
    { sort: 'email' },
    { search: 'abc' },
    { search: 'abcdef', sort: 'name' },
    ...filters.map(([, filter]) => filter),
  ]) {
    const { cursor, limit, ...filter } = listUsersInput.parse(input)
    const { sql, params } = usersQuery(db, filter, { cursor, limit }).toSQL()
    const { rows } = await database.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, params)
    if (rows.some((row) => row['QUERY PLAN'].includes('Seq Scan'))) count += 1
  }
  return count
}

/** Downloads all users as CSV and watches the application's memory during it. */
async function download(app: RunningApp, admin: HttpClient): Promise<Measured[]> {
  const before = canWatchProcesses ? memory([app.pid]).residentBytes : NaN
  let peak = before
  const watch = setInterval(
    () => (peak = canWatchProcesses ? Math.max(peak, memory([app.pid]).residentBytes) : NaN),
    100,
  )
  const startedAt = performance.now()
  let lines = 0
  let bytes = 0
  try {
    const answer = await admin.get('/api/admin/users.csv')
    for await (const part of answer.body ?? []) {
      bytes += part.length
      for (const byte of part) if (byte === 10) lines += 1
    }
  } finally {
    clearInterval(watch)
  }
  return [
    { what: 'CSV of everybody: rows', value: lines - 1, unit: 'count', aim: { atLeast: USERS } },
    { what: 'CSV of everybody: size', value: bytes / 1e6, unit: 'MB' },
    { what: 'CSV of everybody: time', value: (performance.now() - startedAt) / 1000, unit: 's' },
    { what: 'memory of the application before', value: before / 1e6, unit: 'MB' },
    { what: 'its peak meanwhile', value: peak / 1e6, unit: 'MB' },
    {
      what: 'by how much it grew',
      value: (peak - before) / 1e6,
      unit: 'MB',
      ...(canWatchProcesses && { aim: { atMost: GROWTH_MAX_MB } }),
    },
  ]
}
