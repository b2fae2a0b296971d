import net from 'node:net'
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limitCounter } from '#/limits/limits.table.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { createTeam } from '@plinth/testing/factories.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { databaseFailure } from './database-error.server.ts'
import { openDatabase } from './database.server.ts'

const { db } = await openTestDatabase()

/** The error that users see when this work fails. */
async function toldOf(work: () => PromiseLike<unknown>): Promise<AppError | undefined> {
  try {
    await work()
  } catch (error) {
    return databaseFailure(error)
  }
  throw new Error('It passed')
}

const raise = (code: string) => () =>
  db.execute(sql.raw(`do $$ begin raise exception 'raised' using errcode = '${code}'; end $$`))
const counter = { key: 'taken', count: 1, resetsAt: new Date() }

describe('errors of a real server', () => {
  test('a duplicate value is a conflict', async () => {
    await db.insert(limitCounter).values(counter)
    expect(await toldOf(() => db.insert(limitCounter).values(counter))).toMatchObject({
      kind: 'conflict',
      code: 'errors:conflict',
    })
  })

  test('a reference to a missing row is a conflict', async () => {
    const { member } = await createTeam(db)
    const write = () =>
      db.execute(
        sql`insert into session (id, token, user_id, expires_at) values ('a', 'a', ${`${member.userId}x`}, now())`,
      )
    expect(await toldOf(write)).toMatchObject({ kind: 'conflict' })
  })

  test.each([
    ['a NUL in a text', () => db.execute(sql`select ${'a\u0000b'}::text`)],
    ['a NUL in JSON', () => db.execute(sql`select ${JSON.stringify({ a: '\u0000' })}::jsonb->>'a'`)],
    ['no number', () => db.execute(sql`select ${'many'}::int`)],
    ['a number too large', () => db.execute(sql`select ${'99999999999'}::int`)],
    ['a date in no calendar', () => db.execute(sql`select ${'2026-02-30'}::date`)],
    ['no date', () => db.execute(sql`select ${'someday'}::date`)],
  ])('%s is invalid', async (_, work) => {
    expect(await toldOf(work)).toMatchObject({ kind: 'invalid' })
  })

  test('a deadlock is a conflict for one of its two transactions', async () => {
    const lock = (at: number) => sql`select pg_advisory_xact_lock(${7_305_900 + at})`
    let arrived = 0
    let bothAre = () => {}
    const both = new Promise<void>((resolve) => {
      bothAre = resolve
    })
    const results = await Promise.allSettled(
      [0, 1].map((at) =>
        db.transaction(async (tx) => {
          await tx.execute(lock(at))
          if (++arrived === 2) bothAre()
          await both
          await tx.execute(lock(1 - at))
        }),
      ),
    )
    const failures = results.flatMap((result) =>
      result.status === 'rejected' ? [databaseFailure(result.reason)] : [],
    )
    expect(failures).toMatchObject([{ kind: 'conflict' }])
  })

  test.each(['40001', '40P01', '23505', '23503', '23P01'])('%s is a conflict', async (code) => {
    expect(await toldOf(raise(code))).toMatchObject({ kind: 'conflict' })
  })

  test.each([
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '25P03',
    '53300',
    '53100',
    '08006',
    '08P01',
    '57014',
    '55P03',
    '25006',
  ])('%s is unavailable, with a retry after two seconds', async (code) => {
    expect(await toldOf(raise(code))).toMatchObject({ kind: 'unavailable', params: { retryAfterSeconds: 2 } })
  })

  test.each(['23514', '23502', '42P01', '42601', 'P0001', '22012'])('%s is a bug', async (code) => {
    expect(await toldOf(raise(code))).toBeUndefined()
  })
})

describe('a server that is down', () => {
  async function toldBy(connection: object): Promise<AppError | undefined> {
    const away = openDatabase({ connectionTimeoutMillis: 300, ...connection }, testLog)
    onTestFinished(() => away.close())
    const plain = await toldOf(() => away.db.execute(sql`select 1`))
    expect(await toldOf(() => away.db.transaction((tx) => tx.execute(sql`select 1`)))).toEqual(plain)
    return plain
  }
  const unavailable = { kind: 'unavailable', params: { retryAfterSeconds: 2 } }

  /** Starts a server that passes every connection to `onConnection`, and returns its port. */
  async function listen(onConnection: (socket: net.Socket) => void): Promise<number> {
    const server = net.createServer(onConnection)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return (server.address() as net.AddressInfo).port
  }

  test('is unavailable: nothing listens on its port', async () => {
    expect(await toldBy({ host: '127.0.0.1', port: 1 })).toMatchObject(unavailable)
    // This name resolves to two addresses, whose errors arrive as one.
    expect(await toldBy({ host: 'localhost', port: 1 })).toMatchObject(unavailable)
  })

  test('is unavailable: its socket does not exist', async () => {
    expect(await toldBy({ host: '/tmp/plinth-no-such-folder' })).toMatchObject(unavailable)
  })

  test('is unavailable: its host name does not resolve', async () => {
    expect(await toldBy({ host: 'database.invalid', connectionTimeoutMillis: 3_000 })).toMatchObject(
      unavailable,
    )
  })

  test('is unavailable: it closes the connection', async () => {
    expect(
      await toldBy({ host: '127.0.0.1', port: await listen((socket) => socket.destroy()) }),
    ).toMatchObject(unavailable)
  })

  test('is unavailable: it never responds', async () => {
    const sockets: net.Socket[] = []
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
    expect(
      await toldBy({ host: '127.0.0.1', port: await listen((socket) => void sockets.push(socket)) }),
    ).toMatchObject(unavailable)
  })

  test('is unavailable: the pool has been closed', async () => {
    const closed = openDatabase({ host: '127.0.0.1', port: 1 }, testLog)
    await closed.close()
    expect(await toldOf(() => closed.db.execute(sql`select 1`))).toMatchObject(unavailable)
  })
})

describe('an error that is not from the database', () => {
  test.each([
    ['a missing file', () => readFile('/tmp/plinth-no-such-file')],
    ['a plain error', () => Promise.reject(new Error('some other'))],
    ['an error with an own code', () => Promise.reject(Object.assign(new Error('x'), { code: 'EPERM' }))],
    ['no error at all', () => Promise.reject('a text')],
  ])('%s is not mapped', async (_, work) => {
    expect(await toldOf(work)).toBeUndefined()
  })

  test('a circular cause ends the search', () => {
    const error = new Error('round')
    error.cause = error
    expect(databaseFailure(error)).toBeUndefined()
  })
})
