import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { userColumns } from '@plinth/core/internal/app/registry/user-columns.server.ts'
import { user } from '@plinth/core/database/server'
import { openTestDatabase, type TestDatabase } from '@plinth/testing/test-database.ts'

let db: TestDatabase['db']
beforeAll(async () => {
  db = (await openTestDatabase()).db
})

const nameOf = (column: PgColumn) => `${getTableName(column.table)}.${column.name}`
const declared = new Set(userColumns().map(({ column }) => nameOf(column)))

type Reference = { name: string; isWorkspace: boolean; onDelete: string }

/** Every foreign key to a user. The workspace of a tenant's row is a check over two columns. */
async function references(): Promise<Reference[]> {
  const { rows } = await db.execute<Reference>(sql`
    select relname || '.' || attname as name, confdeltype as "onDelete",
      attname = 'owner_id' and exists (select from pg_constraint tenant
        where tenant.conrelid = pg_class.oid and tenant.conname = relname || '_workspace_check') as "isWorkspace"
    from pg_constraint join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where confrelid = '"user"'::regclass and contype = 'f' order by 1`)
  return rows
}

test('every column that refers to a user, and every column of a user, is declared by the feature that brings it', async () => {
  // A column that becomes null with the user can't let anyone in: the row exists without them.
  const referring = (await references()).filter(
    ({ isWorkspace, onDelete }) => !isWorkspace && onDelete !== 'n',
  )
  const ofUsers = Object.values(getTableColumns(user)).map(nameOf)
  const unknown = [...referring.map(({ name }) => name), ...ofUsers].filter((name) => !declared.has(name))
  expect(unknown).toEqual([])
})

test('deleting a user deletes every credential, or a revocation has ended it', async () => {
  const cascading = new Set(
    (await references()).flatMap(({ name, onDelete }) => (onDelete === 'c' ? [name] : [])),
  )
  const left = userColumns().filter(
    (data) =>
      data.is === 'credential' &&
      data.column.table !== user &&
      !cascading.has(nameOf(data.column)) &&
      data.at.revokedAccess === 'stays',
  )
  expect(left.map(({ column }) => nameOf(column))).toEqual([])
})

test('a credential that a proof of the mailbox leaves is the password alone', () => {
  const kept = userColumns().flatMap((data) =>
    data.is === 'credential' && data.at.ownerProof === 'stays' ? [nameOf(data.column)] : [],
  )
  // The security stamp makes mailed links valid once; the link that was just opened may be opened again.
  expect(kept).toEqual(['account.user_id', 'user.security_stamp'])
})
