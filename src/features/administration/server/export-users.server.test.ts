import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type VerbContext, auditLog } from '@plinth/core/verb/server'
import { csvAnswer } from '@plinth/core/internal/realtime/csv-download.server.ts'
import { user } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { endlessStream, makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { userFilter, userFilterQuery } from '../administration.schema.ts'
import { exportedColumns, exportUsers } from './export-users.server.ts'

const { db } = await openTestDatabase()
const admin = actorOf(await createUser(db, { role: 'admin', name: 'Boss' }))
const download = (filter: object = {}, ctx: VerbContext = makeContext(db, admin)) =>
  csvAnswer(endlessStream(), {
    name: 'users.csv',
    columns: exportedColumns,
    pages: exportUsers(ctx, userFilter.parse(filter)),
  })
const linesOf = async (answer: Response) => (await answer.text()).trimEnd().split('\r\n')

test('contains every matching row in the requested order, with formulas escaped', async () => {
  const created = await createUser(db, { name: '=1+1', email: 'formula@example.com', emailVerified: false })
  const lines = await linesOf(await download({ search: 'formula', sort: 'name' }))
  expect(lines).toEqual([
    'id,name,email,role,banned,banReason,banExpires,emailVerified,createdAt',
    `${created.id},"'=1+1",formula@example.com,user,false,,,false,${created.createdAt.toISOString()}`,
  ])
  expect(userFilterQuery.parse({ banned: 'true', verified: 'false', sort: 'email' })).toMatchObject({
    banned: true,
    verified: false,
    sort: 'email',
  })
})

test('reads many pages without losing or duplicating a row, and writes one audit entry', async () => {
  const someUsers = Array.from({ length: 4_500 }, () => ({
    id: createId(),
    name: 'Many',
    email: `${createId()}@many.example`,
  }))
  await db.insert(user).values(someUsers)
  const exports = () => db.$count(auditLog, eq(auditLog.action, 'user.exportList'))
  const before = await exports()
  const lines = await linesOf(await download({ search: 'many.example', sort: 'email' }))
  expect(
    lines
      .slice(1)
      .map((line) => line.split(',')[0])
      .toSorted(),
  ).toEqual(someUsers.map(({ id }) => id).toSorted())
  expect(await exports()).toBe(before + 1)
})

test('starts with a byte order mark for spreadsheets, and is saved under its name', async () => {
  const answer = await download({ search: 'nobody at all' })
  const headers = ['content-type', 'content-disposition', 'cache-control'].map((name) =>
    answer.headers.get(name),
  )
  expect(headers).toEqual(['text/csv; charset=utf-8', 'attachment; filename="users.csv"', 'no-store'])
  expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})

test('aborts for an admin who is demoted midway, and stops querying when the client disconnects', async () => {
  const demoted = makeContext(db, admin, { actorNow: async () => ({ ...admin, role: 'user' as const }) })
  expect(await failureOf(download({}, demoted))).toMatchObject({ kind: 'forbidden' })
  let turns = 0
  const later = makeContext(db, admin, {
    actorNow: async () => ({ ...admin, role: ++turns > 1 ? ('user' as const) : ('admin' as const) }),
  })
  await expect((await download({}, later)).text()).rejects.toThrow()
  turns = 0
  const body = (
    await download({}, makeContext(db, admin, { actorNow: async () => ((turns += 1), admin) }))
  ).body?.getReader()
  await body?.read()
  await body?.cancel()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(turns).toBeLessThanOrEqual(2)
})

test('is for administrators only', async () => {
  expect(await failureOf(download({}, makeContext(db, actorOf(await createUser(db)))))).toMatchObject({
    kind: 'forbidden',
  })
})
