import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { limitCounter } from '#/limits/limits.table.server.ts'
import { openTestDatabase, PATIENT, testLog } from '@plinth/testing/test-database.ts'
import { databaseFailure } from './database-error.server.ts'
import {
  currentTransaction,
  currentTransactionFailure,
  autonomousTransaction,
  outsideTransaction,
  WrongHandleError,
} from './current-transaction.server.ts'
import { openDatabase, type Transaction } from './database.server.ts'
import { allowLongStatements } from './pool.server.ts'

const { db, pool, connection } = await openTestDatabase()

const wrongHandle = expect.objectContaining({ name: 'WrongHandleError' })
const insert = (key: string) => ({ key, count: 1, resetsAt: new Date() })
const keys = async () => (await db.select({ key: limitCounter.key }).from(limitCounter)).map(({ key }) => key)
const one = sql`select 1 as one`

/** The thrown error, without drizzle's wrapper. */
async function thrownBy(work: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error instanceof Error && error.cause ? error.cause : error
  }
  return undefined
}

describe('while a transaction is open, the pool', () => {
  test.each([
    ['select', () => db.select().from(limitCounter)],
    ['insert', () => db.insert(limitCounter).values(insert('through the pool'))],
    ['execute', () => db.execute(one)],
    ['transaction', () => db.transaction((tx) => tx.execute(one))],
    ['query of the pool itself', () => pool.query('select 1')],
  ])('rejects %s', async (_, work) => {
    expect(await db.transaction(() => thrownBy(work))).toEqual(wrongHandle)
    expect(await db.transaction((tx) => tx.transaction(() => thrownBy(work)))).toEqual(wrongHandle)
    expect(await keys()).not.toContain('through the pool')
  })

  test('rejects calls at any depth; `tx` and its savepoints work', async () => {
    const deep = async () => {
      await sleep(1)
      return Promise.all([thrownBy(() => db.execute(one)), thrownBy(() => db.select().from(limitCounter))])
    }
    const found = await db.transaction(async (tx) => {
      await tx.execute(one)
      await tx.transaction((inner) => inner.execute(one))
      return deep()
    })
    expect(found).toEqual([wrongHandle, wrongHandle])
  })

  test('serves all other callers', async () => {
    let finish = () => {}
    const isOpen = new Promise<void>((resolve) => {
      finish = resolve
    })
    const open = db.transaction(() => isOpen)
    expect((await db.execute(one)).rows).toEqual([{ one: 1 }])
    await db.transaction((tx) => tx.execute(one))
    finish()
    await open
  })
})

describe('once a transaction is over', () => {
  test('the pool accepts queries again, after a commit and after a rollback', async () => {
    await db.transaction((tx) => tx.execute(one))
    await expect(db.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await db.execute(one)).rows).toEqual([{ one: 1 }])
  })

  test('work that outlasts it uses the pool', async () => {
    let later: Promise<unknown> = Promise.resolve()
    await db.transaction(async () => {
      later = sleep(30).then(async () => [currentTransaction(), (await db.execute(one)).rows])
    })
    expect(await later).toEqual([undefined, [{ one: 1 }]])
  })

  test('its handle rejects statements', async () => {
    const kept: Transaction[] = []
    await db.transaction(async (tx) => void kept.push(tx))
    const [tx] = kept
    expect(await thrownBy(async () => tx?.insert(limitCounter).values(insert('too late')))).toEqual(
      wrongHandle,
    )
    expect(await keys()).not.toContain('too late')
  })

  test('a branch that was not awaited writes nothing after the rollback', async () => {
    let branch: Promise<unknown> = Promise.resolve()
    const both = db.transaction((tx) => {
      branch = thrownBy(async () => {
        await tx.execute(sql`select pg_sleep(0.02)`)
        await tx.insert(limitCounter).values(insert('of the branch'))
      })
      return Promise.all([branch, Promise.reject(new Error('the other fails first'))])
    })
    await expect(both).rejects.toThrow('the other fails first')
    expect(await branch).toEqual(wrongHandle)
    expect(await keys()).not.toContain('of the branch')
  })
})

describe('outside an open transaction', () => {
  test('a statement survives the rollback of the transaction', async () => {
    const rolledBack = db.transaction(async (tx) => {
      await tx.insert(limitCounter).values(insert('inside'))
      await outsideTransaction(() => db.insert(limitCounter).values(insert('outside')))
      await autonomousTransaction(tx, (beside) => beside.insert(limitCounter).values(insert('beside')))
      await autonomousTransaction(db, (beside) =>
        beside.insert(limitCounter).values(insert('beside, by the pool')),
      )
      await tx.execute(one)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    const found = await keys()
    expect(found).toEqual(expect.arrayContaining(['outside', 'beside', 'beside, by the pool']))
    expect(found).not.toContain('inside')
  })

  test('autonomous statements get a connection while transactions hold the whole pool', async () => {
    const small = openDatabase({ ...connection, ...PATIENT, max: 4 }, testLog)
    onTestFinished(() => small.close())
    const work = Array.from({ length: 40 }, () =>
      small.db.transaction(async (tx) => {
        await tx.execute(one)
        return autonomousTransaction(tx, (beside) => beside.execute(one))
      }),
    )
    expect(await Promise.all(work)).toHaveLength(40)
  })
})

describe('a transaction', () => {
  test('fails with the error of its work, and its connection stays usable', async () => {
    await expect(db.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toMatchObject({
      cause: { code: '22012' },
    })
    const refused = new WrongHandleError('thrown by the work')
    await expect(db.transaction(() => Promise.reject(refused))).rejects.toBe(refused)
    expect((await db.execute(one)).rows).toEqual([{ one: 1 }])
  })

  test('fails with its first failed statement, even if the work catches that and those that fail after it', async () => {
    let seen: unknown
    const swallowed = db.transaction(async (tx) => {
      for (const statement of [sql`select 1 / 0`, one]) await thrownBy(() => tx.execute(statement))
      seen = currentTransactionFailure()
      return 'fine'
    })
    await expect(swallowed).rejects.toMatchObject({ code: '22012' })
    expect(seen).toMatchObject({ code: '22012' })
    const undone = db.transaction(async (tx) => {
      await thrownBy(() => tx.transaction((savepoint) => savepoint.execute(sql`select 1 / 0`)))
      return currentTransactionFailure()
    })
    expect(await undone).toBeUndefined()
  })

  test('whose connection breaks fails with the error of its work and affects no other query', async () => {
    const lost = db.transaction(async (tx) => {
      await thrownBy(() => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
      throw new Error('decided by the work')
    })
    await expect(lost).rejects.toThrow('decided by the work')
    expect(pool.totalCount - pool.idleCount).toBe(0)
    expect((await db.execute(one)).rows).toEqual([{ one: 1 }])
  })

  test('left open on the server is never reused', async () => {
    const single = openDatabase({ ...connection, ...PATIENT, max: 1 }, testLog)
    onTestFinished(() => single.close())
    // Simulates a lost COMMIT: the work opens another transaction, which nothing ends.
    await single.db.transaction((tx) =>
      tx.execute(sql.raw('commit; begin; set local statement_timeout = 12345')),
    )
    const { rows } = await single.db.execute(sql`select current_setting('statement_timeout') as timeout`)
    expect(rows).toEqual([{ timeout: '15s' }])
  })
})

test('a query that takes too long fails as unavailable', async () => {
  const hasty = openDatabase({ ...connection, ...PATIENT, statement_timeout: 100 }, testLog)
  onTestFinished(() => hasty.close())
  const sleeps = sql`select pg_sleep(5)`
  for (const work of [
    () => hasty.db.execute(sleeps),
    () => hasty.db.transaction((tx) => tx.execute(sleeps)),
  ]) {
    const failure = databaseFailure(await thrownBy(work))
    expect(failure).toMatchObject({
      kind: 'unavailable',
      code: 'errors:unavailable',
      params: { retryAfterSeconds: 2 },
    })
  }
})

test('a transaction may allow its own statements to take long, and nothing of the next one', async () => {
  const hasty = openDatabase({ ...connection, max: 1, statement_timeout: 500, query_timeout: 700 }, testLog)
  onTestFinished(() => hasty.close())
  const sleeps = sql`select pg_sleep(1.5)`
  await hasty.db.transaction(async (tx) => {
    await allowLongStatements(tx)
    await tx.execute(sleeps)
  })
  const failure = databaseFailure(await thrownBy(() => hasty.db.transaction((tx) => tx.execute(sleeps))))
  expect(failure).toMatchObject({ kind: 'unavailable' })
})

test('connections cut under load crash nothing, and every later query works', async () => {
  const busy = openDatabase({ ...connection, max: 8 }, testLog)
  onTestFinished(() => busy.close())
  const admin = new pg.Client(connection)
  await admin.connect()
  let isOver = false
  const outcomes = { ok: 0, unavailable: 0, other: [] as unknown[] }
  const worker = async (at: number) => {
    while (!isOver) {
      try {
        if (at % 2 === 0) await busy.db.execute(sql`select pg_sleep(0.002)`)
        else
          await busy.db.transaction(async (tx) => {
            await tx.execute(one)
            await sleep(1)
            await tx.execute(one)
          })
        outcomes.ok++
      } catch (error) {
        if (databaseFailure(error)?.kind === 'unavailable') outcomes.unavailable++
        else outcomes.other.push(error)
      }
    }
  }
  const workers = Array.from({ length: 12 }, (_, at) => worker(at))
  const passesMore = () => {
    const before = outcomes.ok
    return vi.waitFor(() => expect(outcomes.ok).toBeGreaterThan(before + 10), 30_000)
  }
  for (let cut = 0; cut < 8; cut++) {
    await passesMore()
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }
  await passesMore()
  isOver = true
  await Promise.all(workers)
  await admin.end()
  expect(outcomes.other).toEqual([])
  expect(outcomes.unavailable).toBeGreaterThan(0)
  expect(busy.pool.totalCount - busy.pool.idleCount).toBe(0)
  // The pool notices late that a connection has ended, and may return it until then.
  await vi.waitFor(
    () => Promise.all(Array.from({ length: 40 }, () => busy.db.transaction((tx) => tx.execute(one)))),
    { timeout: 30_000 },
  )
})
