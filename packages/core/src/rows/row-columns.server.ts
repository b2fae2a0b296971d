import { is, type Column, type GetColumnData, type SQL } from 'drizzle-orm'
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { user } from '#/identity/identity.table.server.ts'
import { stored, userOutput } from '#/trpc/outputs.server.ts'

/** A table of rows that belong to a workspace. */
export type RowTable = PgTable & {
  id: PgColumn
  organizationId: PgColumn
  ownerId: PgColumn
  createdById: PgColumn
  createdAt: PgColumn
  updatedAt?: PgColumn
  /** Set when deleted, for rows that can be restored. */
  deletedAt?: PgColumn
  /** Its words, for a list with a search. */
  search?: PgColumn
}

export const rowId = z.string().min(1).max(64)

export type Columns = Readonly<Record<string, PgColumn | SQL>>

type ValueOf<C> = C extends Column ? GetColumnData<C> : C extends SQL<infer Value> ? Value : never
export type ValuesOf<C> = { [Name in keyof C]: ValueOf<C[Name]> }

/** The columns of a form's fields. */
export type FieldColumns<Table, Fields> = Pick<Table, keyof Fields & keyof Table>

type Creator = { id: string; name: string; image: string | null }
type Dates<Table> = Pick<Table, Extract<keyof Table, 'createdAt' | 'updatedAt'>>

/** What every row has for clients, with the columns `C`; without a creator once that account is deleted. */
export type Row<Table, C> = ValuesOf<C> & ValuesOf<Dates<Table>> & { id: string; createdBy: Creator | null }

const createdBy = { id: user.id, name: user.name, image: user.image }

/** The columns of these names. */
export const pick = (table: RowTable, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, (table as unknown as Record<string, PgColumn>)[name]]),
  ) as Record<string, PgColumn>

/** The columns of a query that joins the creator. */
export const selectedColumns = ({ id, createdAt, updatedAt }: RowTable, columns: Columns) => ({
  id,
  ...columns,
  createdBy,
  createdAt,
  ...(updatedAt && { updatedAt }),
})

/** The schema of what procedures return of these columns: fields as in their form, others as in the table. */
export function rowOutput(table: RowTable, columns: Columns, fields: z.ZodObject) {
  const ofFields: Readonly<Record<string, z.ZodType>> = stored(fields)
  const shape = Object.entries(columns).map(([name, column]) => [name, ofFields[name] ?? outputOf(column)])
  return z.object({
    id: z.string(),
    ...Object.fromEntries(shape),
    createdBy: userOutput,
    createdAt: z.date(),
    ...(table.updatedAt && { updatedAt: z.date() }),
  })
}

const types: Readonly<Record<string, z.ZodType>> = {
  string: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  date: z.date(),
}
const integers = new Set(['PgInteger', 'PgSmallInt', 'PgBigInt53'])

function outputOf(column: PgColumn | SQL): z.ZodType {
  const type = is(column, PgColumn) && typeOf(column)
  if (!type) throw new Error('Of what no field has only a plain column can be returned')
  return type
}

function typeOf({ columnType, dataType, notNull }: PgColumn): z.ZodType | undefined {
  const type = integers.has(columnType) ? z.number().int() : types[dataType]
  return notNull ? type : type?.nullable()
}
