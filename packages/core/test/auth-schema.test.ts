import { getTableColumns, getTableName, type Column } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { getSchema } from 'better-auth/db'
import { expect, test } from 'vitest'
import { authRegistry } from '@plinth/core/internal/app/registry/auth.server.ts'
import { createAuth } from '@plinth/core/internal/auth/auth.server.ts'
import * as coreTables from '@plinth/core/internal/identity/identity.table.server.ts'
import { parseEnv } from '@plinth/core/internal/env/env.server.ts'
import { testLog } from '@plinth/testing/test-database.ts'

const { parts: authParts } = await authRegistry()

type Field = { type?: unknown; required?: boolean; unique?: boolean; fieldName?: string }
const drizzleTypes: Record<string, string> = {
  string: 'string',
  boolean: 'boolean',
  number: 'number',
  date: 'date',
  'string[]': 'array',
}
const tables = { ...coreTables, ...authParts.tables }
const ours = new Map(
  Object.entries(tables).flatMap(([name, table]) =>
    table instanceof PgTable ? [[name, table] as const] : [],
  ),
)

async function librarySchema(): Promise<Record<string, Record<string, Field>>> {
  const auth = createAuth({ env: parseEnv({}), secret: 'x'.repeat(32), log: testLog, parts: authParts })
  const schema = getSchema(auth.options) as Record<string, { fields: Record<string, Field> }>
  return Object.fromEntries(Object.entries(schema).map(([name, { fields }]) => [name, fields]))
}

/** To the library, a timestamp set by the database's clock is a date, and a text in any order a string. */
function kindOf(column: Column): string {
  const type = column.getSQLType()
  if (type.startsWith('timestamp')) return 'date'
  return type.startsWith('text collate') ? 'string' : column.dataType
}

const withoutLibrary = ['organization', 'member', 'invitation']

test('our tables match the schema of Better Auth column by column; the only others are those of organizations', async () => {
  const library = await librarySchema()
  expect(Object.keys(library).filter((name) => !ours.has(name))).toEqual([])
  expect([...ours.keys()].filter((name) => !(name in library))).toEqual(withoutLibrary)
  for (const [name, table] of ours) {
    if (withoutLibrary.includes(name)) continue
    const fields = library[name] ?? {}
    const known = Object.fromEntries(
      Object.entries(fields).map(([field, { type }]) => [field, drizzleTypes[String(type)] ?? type]),
    )
    const columns = Object.entries(getTableColumns(table)).filter(([column]) => column !== 'id')
    expect(
      Object.fromEntries(columns.map(([column, kind]) => [column, kindOf(kind)])),
      getTableName(table),
    ).toEqual(known)
  }
})

test('columns are required or optional exactly as Better Auth requires', async () => {
  const library = await librarySchema()
  for (const [name, table] of ours) {
    for (const [field, { required, unique }] of Object.entries(library[name] ?? {})) {
      const column = Object.entries(getTableColumns(table)).find(([key]) => key === field)?.[1]
      // An insert may omit a nullable column or one with a default.
      if (required === false)
        expect(!column?.notNull || column.hasDefault, `${name}.${field} may be left out`).toBe(true)
      if (unique) expect(column?.isUnique, `${name}.${field} is unique`).toBe(true)
    }
  }
})
