import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { user } from '#/identity/identity.table.server.ts'
import { createUser } from '@plinth/testing/factories.ts'
import { openTestDatabase, PATIENT, testLog } from '@plinth/testing/test-database.ts'
import { WrongHandleError } from './current-transaction.server.ts'
import { openDatabase, type Db, type OpenDatabase } from './database.server.ts'
import { preparedQuery } from './prepared-query.server.ts'

let db: OpenDatabase['db']
let connection: Awaited<ReturnType<typeof openTestDatabase>>['connection']
let built: string[] = []

const nameOf = preparedQuery((handle: Db, order: 'plain' | 'upper') => {
  built.push(order)
  return handle
    .select({ name: order === 'plain' ? user.name : sql<string>`upper(${user.name})` })
    .from(user)
    .where(eq(user.id, sql.placeholder('id')))
})

beforeAll(async () => {
  ;({ db, connection } = await openTestDatabase())
})

test('is built once per variant, and runs each call with its own values', async () => {
  built = []
  const [ada, ben] = [await createUser(db, { name: 'Ada' }), await createUser(db, { name: 'Ben' })]
  const answers = await Promise.all([ada, ben, ada].map(({ id }) => nameOf(db, 'plain').execute({ id })))
  expect(answers).toEqual([[{ name: 'Ada' }], [{ name: 'Ben' }], [{ name: 'Ada' }]])
  expect(await nameOf(db, 'upper').execute({ id: ben.id })).toEqual([{ name: 'BEN' }])
  expect(built).toEqual(['plain', 'upper'])
})

test('sees uncommitted writes through `tx`, and is rejected on the pool during a transaction', async () => {
  const { id } = await createUser(db, { name: 'Ada' })
  await db.transaction(async (tx) => {
    await tx.update(user).set({ name: 'Grace' }).where(eq(user.id, id))
    expect(await nameOf(tx, 'plain').execute({ id })).toEqual([{ name: 'Grace' }])
    await expect(nameOf(db, 'plain').execute({ id })).rejects.toMatchObject({
      cause: expect.any(WrongHandleError) as unknown,
    })
  })
  expect(await nameOf(db, 'plain').execute({ id })).toEqual([{ name: 'Grace' }])
})

test('uses different names for different statements, even if this code is loaded again', async () => {
  const single = openDatabase({ ...connection, ...PATIENT, max: 1 }, testLog)
  onTestFinished(() => single.close())
  const answers: unknown[] = []
  for (const words of ['first', 'second']) {
    vi.resetModules()
    const { preparedQuery: anew } = await import('./prepared-query.server.ts')
    const say = anew((handle: Db) =>
      handle
        .select({ said: sql<string>`${sql.raw(`'${words}'`)} || ${sql.placeholder('id')}::text` })
        .from(sql`(select 1) one`),
    )
    answers.push(...(await say(single.db).execute({ id: '!' })))
  }
  expect(answers).toEqual([{ said: 'first!' }, { said: 'second!' }])
})

describe('the prepared statements of a connection', () => {
  function openSingle() {
    const single = openDatabase({ ...connection, ...PATIENT, max: 1 }, testLog)
    onTestFinished(() => single.close())
    return single
  }
  const kept = async (handle: Db) =>
    (await handle.execute(sql`select 1 from pg_prepared_statements`)).rowCount

  test('are one per variant', async () => {
    const single = openSingle()
    for (const id of ['1', '2', '1']) await nameOf(single.db, 'plain').execute({ id })
    expect(await kept(single.db)).toBe(1)
    await nameOf(single.db, 'upper').execute({ id: '1' })
    expect(await kept(single.db)).toBe(2)
  })

  test('include none of a transaction, whose handle ends with it', async () => {
    const single = openSingle()
    await single.db.transaction((tx) => nameOf(tx, 'plain').execute({ id: '1' }))
    expect(await kept(single.db)).toBe(0)
  })

  test('are replaced after a migration changes a column', async () => {
    const single = openSingle()
    const { id } = await createUser(single.db, { name: 'Ada' })
    expect(await nameOf(single.db, 'plain').execute({ id })).toEqual([{ name: 'Ada' }])
    await single.db.execute(sql`alter table "user" alter column name type varchar(300)`)
    for (const _ of ['without a name', 'with it'])
      expect(await nameOf(single.db, 'plain').execute({ id })).toEqual([{ name: 'Ada' }])
    expect(await kept(single.db)).toBe(1)
  })
})
