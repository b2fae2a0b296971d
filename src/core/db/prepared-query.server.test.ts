import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { user } from '#/core/auth/auth.table.server.ts'
import { createUser } from '../../../tests/factories.ts'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { WrongHandleError, type Db, type OpenDatabase } from './database.server.ts'
import { preparedQuery } from './prepared-query.server.ts'

let db: OpenDatabase['db']
let built: string[] = []

const nameOf = preparedQuery((handle: Db, order: 'plain' | 'upper') => {
  built.push(order)
  return handle
    .select({ name: order === 'plain' ? user.name : sql<string>`upper(${user.name})` })
    .from(user)
    .where(eq(user.id, sql.placeholder('id')))
})

beforeAll(async () => {
  ;({ db } = await openTestDatabase())
})

test('is built once for each variant, and answers each call by its own values', async () => {
  built = []
  const [ada, ben] = [await createUser(db, { name: 'Ada' }), await createUser(db, { name: 'Ben' })]
  const answers = await Promise.all([ada, ben, ada].map(({ id }) => nameOf(db, 'plain').execute({ id })))
  expect(answers).toEqual([[{ name: 'Ada' }], [{ name: 'Ben' }], [{ name: 'Ada' }]])
  expect(await nameOf(db, 'upper').execute({ id: ben.id })).toEqual([{ name: 'BEN' }])
  expect(built).toEqual(['plain', 'upper'])
})

test('sees what its own transaction has written, and is refused beside it', async () => {
  const { id } = await createUser(db, { name: 'Ada' })
  await db.transaction(async (tx) => {
    await tx.update(user).set({ name: 'Grace' }).where(eq(user.id, id))
    expect(await nameOf(tx, 'plain').execute({ id })).toEqual([{ name: 'Grace' }])
    await expect(nameOf(db, 'plain').execute({ id })).rejects.toMatchObject({ cause: expect.any(WrongHandleError) as unknown })
  })
  expect(await nameOf(db, 'plain').execute({ id })).toEqual([{ name: 'Grace' }])
})
