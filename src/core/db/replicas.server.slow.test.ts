import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { actorOf, createUser } from '../../../tests/support/factories.ts'
import { atEnd } from '../../../tests/support/at-end.ts'
import { makeContext } from '../../../tests/support/make-context.ts'
import { isPgBouncerMissing, startPgBouncer } from '../../../tests/support/pgbouncer.ts'
import {
  isPostgresMissing,
  startReplicatedPostgres,
  type Server,
} from '../../../tests/support/replicated-postgres.ts'
import { testLog } from '../../../tests/support/test-database.ts'
import { createCallerFactory, perMinute, procedure, router } from '../trpc/trpc.server.ts'
import { connectDatabase, type ConnectedDatabase } from './connect-database.server.ts'
import { autonomousTransaction, type Db } from './current-transaction.server.ts'
import { askReplica, replicaOf } from './replicas.server.ts'

// Real standbys: what a replica answers, when the primary answers, and what is refused at the start.

let primary: Server
let standbys: Server[]

const connect = (urls: readonly string[], log = testLog) =>
  connectDatabase({
    connection: { connectionString: primary.url },
    directUrl: undefined,
    replicaUrls: urls,
    log,
  })

/** The database with these replicas, until the test ends. */
async function open(urls: readonly string[]): Promise<ConnectedDatabase & { read: Db }> {
  const database = await connect(urls)
  onTestFinished(() => database.close())
  return { ...database, read: replicaOf(database.db) }
}

/** The port of the server that answers. */
const answers = async (db: Db) =>
  Number((await db.execute<{ port: number }>(sql`select inet_server_port() as port`)).rows[0]?.port)
const portOf = ({ url }: Server) => Number(new URL(url).port)
const write = (db: Db) => db.execute(sql`insert into written default values`)
const count = async (db: Db) =>
  Number(
    (await db.execute<{ count: number }>(sql`select count(*)::int as count from written`)).rows[0]?.count,
  )

const usable = (database: ConnectedDatabase) => database.replicas?.states().map(({ isUsable }) => isUsable)
async function areUsable(database: ConnectedDatabase, states: boolean[]): Promise<void> {
  await expect.poll(() => usable(database), { timeout: 30_000, interval: 50 }).toEqual(states)
}

describe.skipIf(isPostgresMissing)('a database with two replicas', () => {
  beforeAll(async () => {
    const servers = await startReplicatedPostgres(2)
    atEnd(async () => servers.end())
    ;({ primary, standbys } = servers)
    // A role that may only read, before the tables are there.
    await primary.query('create role reader login; alter default privileges grant select on tables to reader')
    const database = await connect([])
    await database.db.execute(sql`create table written (id int generated always as identity)`)
    await database.close()
  })

  test('is read from them in turns, by a role that may only read, and without DATABASE_READ_URL from the primary', async () => {
    const database = await open(standbys.map(({ url }) => url.replace('postgres@', 'reader@')))
    const { read } = database
    // The table may not be there yet.
    await areUsable(database, [true, true])
    expect([await answers(read), await answers(read)].toSorted()).toEqual(standbys.map(portOf).toSorted())
    expect(await answers(database.db)).toBe(portOf(primary))
    expect(await askReplica(database.pool, standbys[0]?.url ?? '')).toEqual({ lagBytes: expect.any(Number) })
    const without = await open([])
    expect(without.read).toBe(without.db)
  })

  test('is written on the primary: transactions, and a statement that a standby refuses', async () => {
    const { read } = await open(standbys.map(({ url }) => url))
    const before = await count(read)
    expect(await read.transaction((tx) => answers(tx))).toBe(portOf(primary))
    await read.transaction(async (tx) => {
      expect(replicaOf(tx)).toBe(tx)
      await write(tx)
    })
    await autonomousTransaction(read, (autonomous) => write(autonomous))
    await write(read)
    expect(await count(read)).toBe(before + 3)
  })

  test('shows every write to whoever reads after it, on any instance', async () => {
    const urls = standbys.map(({ url }) => url)
    const [writing, other] = [await open(urls), await open(urls)]
    const before = await count(writing.db)
    for (let at = 1; at <= 200; at++) {
      await write(writing.db)
      expect(await Promise.all([count(writing.read), count(other.read), count(other.read)])).toEqual([
        before + at,
        before + at,
        before + at,
      ])
    }
    // Else it would prove nothing about replicas.
    expect(other.replicas?.answered.replica).toBeGreaterThan(100)
  })

  test('is read on the primary while they are behind, and on them once they have caught up', async () => {
    const database = await open(standbys.map(({ url }) => url))
    const { db, read } = database
    const before = await count(db)
    for (const standby of standbys) await standby.query('select pg_wal_replay_pause()')
    try {
      await write(db)
      // Concurrent ones wait together.
      expect(await Promise.all(Array.from({ length: 20 }, () => count(read)))).toEqual(
        Array(20).fill(before + 1),
      )
      await areUsable(database, [false, false])
      const areBehind = () => database.replicas?.states().map(({ lagBytes = 0 }) => lagBytes > 0)
      await expect.poll(areBehind).toEqual([true, true])
    } finally {
      for (const standby of standbys) await standby.query('select pg_wal_replay_resume()')
    }
    await areUsable(database, [true, true])
    expect(standbys.map(portOf)).toContain(await answers(read))
    expect(await count(read)).toBe(before + 1)
  })

  test('is read on the primary while they hang, are killed and start again, without an error', async () => {
    const database = await open(standbys.map(({ url }) => url))
    const { read } = database
    const expected = await count(read)
    const hung = (await Promise.all(standbys.map(processesOf))).flat()
    for (const pid of hung) process.kill(pid, 'SIGSTOP')
    try {
      const startedAt = performance.now()
      expect(await Promise.all(Array.from({ length: 20 }, () => count(read)))).toEqual(
        Array(20).fill(expected),
      )
      console.log(`replicas that hang: answered after ${Math.round(performance.now() - startedAt)} ms`)
    } finally {
      for (const pid of hung) process.kill(pid, 'SIGCONT')
    }
    await areUsable(database, [true, true])
    const reading = Array.from({ length: 20 }, async () => {
      for (let at = 0; at < 50; at++) expect(await count(read)).toBe(expected)
    })
    for (const standby of standbys) standby.kill()
    await Promise.all(reading)
    await areUsable(database, [false, false])
    expect(await answers(read)).toBe(portOf(primary))
    // A start doesn't need them.
    expect(usable(await open(standbys.map(({ url }) => url)))).toEqual([false, false])
    for (const standby of standbys) standby.start()
    await areUsable(database, [true, true])
    expect(standbys.map(portOf)).toContain(await answers(read))
  })

  test('gives a replica only to queries that are marked, and the primary to everything else', async () => {
    const database = await open(standbys.map(({ url }) => url))
    const rule = { action: 'test.read', allow: ['user'] as const }
    const procedures = router({
      marked: procedure(rule)
        .meta({ replica: true })
        .query(({ ctx }) => answers(ctx.db)),
      plain: procedure(rule).query(({ ctx }) => answers(ctx.db)),
      mutation: procedure(rule, perMinute(100)).mutation(({ ctx }) => answers(ctx.db)),
      wrong: procedure(rule, perMinute(100))
        .meta({ replica: true })
        .mutation(({ ctx }) => answers(ctx.db)),
    })
    const actor = actorOf(await createUser(database.db))
    const call = createCallerFactory(procedures)(makeContext(database.db, actor))
    expect(standbys.map(portOf)).toContain(await call.marked())
    expect([await call.plain(), await call.mutation()]).toEqual([portOf(primary), portOf(primary)])
    await expect(call.wrong()).rejects.toThrow('errors:unexpected')
  })

  describe('refuses at the start, in one line,', () => {
    const refusal = (url: string) =>
      connect([url]).then(
        async (opened) => opened.close(),
        ({ message }) => message,
      )

    test('another database, another cluster, the primary itself, a role without rights, a wrong one', async () => {
      const [url = ''] = standbys.map((standby) => standby.url)
      await primary.query('create database other')
      await primary.query('create role stranger login')
      const elsewhere = await startReplicatedPostgres(0)
      atEnd(async () => elsewhere.end())
      const lines = await Promise.all(
        [
          url.replace(/app$/, 'other'),
          elsewhere.primary.url,
          primary.url,
          url.replace('postgres@', 'stranger@'),
          url.replace('postgres@', 'nobody@'),
        ].map(refusal),
      )
      const host = new URL(url).host
      expect(lines.map((line) => String(line).replaceAll(/127\.0\.0\.1:\d+/g, 'HOST'))).toEqual([
        'DATABASE_READ_URL is no standby of DATABASE_URL: HOST holds another database. Set it to a streaming replica, with the same database name.',
        'DATABASE_READ_URL is no standby of DATABASE_URL: HOST holds another database. Set it to a streaming replica, with the same database name.',
        'DATABASE_READ_URL is no standby of DATABASE_URL: HOST takes writes. Set it to a streaming replica.',
        expect.stringMatching(
          /^The user in DATABASE_READ_URL may not read the table \w+ on HOST\. As the owner: grant select /,
        ),
        `DATABASE_READ_URL can't be used (role "nobody" does not exist). Check user, password and database of HOST.`,
      ])
      expect(host).not.toBe('')
    })

    test.skipIf(isPgBouncerMissing)('a pooler', async () => {
      const [url = ''] = standbys.map((standby) => standby.url)
      expect(await refusal(await startPgBouncer(url))).toMatch(
        /^DATABASE_READ_URL goes through a connection pooler: /,
      )
    })
  })

  // Last: it ends the set of servers.
  test('never reads from a standby that was promoted, nor from one that has not followed its new primary', async () => {
    const [promoted, left] = standbys
    if (!promoted || !left) throw new Error('two standbys')
    const database = await open([promoted.url])
    const { db, read } = database
    expect(await answers(read)).toBe(portOf(promoted))
    promoted.promote()
    await promoted.query('insert into written default values')
    await write(db)
    expect(await count(read)).toBe(await count(db))
    await areUsable(database, [false])
    // The other still replays the old primary, which is ahead of the new one.
    await primary.query(`select pg_logical_emit_message(true, 'test', repeat('x', 5000000))`)
    const [ahead] = await primary.query('select pg_current_wal_flush_lsn()::text as lsn')
    await expect
      .poll(async () => left.query(`select pg_last_wal_replay_lsn() >= '${String(ahead?.lsn)}' as reached`))
      .toEqual([{ reached: true }])
    const next = await connectDatabase({
      connection: { connectionString: promoted.url },
      directUrl: undefined,
      replicaUrls: [left.url],
      log: testLog,
    })
    onTestFinished(() => next.close())
    expect(usable(next)).toEqual([false])
    expect(await answers(replicaOf(next.db))).toBe(portOf(promoted))
  })
})

/** The processes that answer, and the one that starts new ones. */
async function processesOf({ pid, query }: Server): Promise<number[]> {
  const backends = await query(`select pid from pg_stat_activity where application_name = 'plinth'`)
  return [pid(), ...backends.map((row) => Number(row.pid))]
}
