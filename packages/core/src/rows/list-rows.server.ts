import { and, arrayContains, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { SignedInActor } from '#/access/actor.ts'
import { inPreparedWorkspace, inWorkspace, type WorkspaceKind } from '#/access/workspace.server.ts'
import type { Db } from '#/db/database.server.ts'
import { keyset } from '#/db/keyset.server.ts'
import { preparedQuery } from '#/db/prepared-query.server.ts'
import { prefixQuery } from '#/db/text-search.server.ts'
import { user } from '#/identity/identity.table.server.ts'
import { SEARCH_MAX_LENGTH } from '#/lib/search-params.ts'
import { stored } from '#/trpc/outputs.server.ts'
import { pageInput } from '#/trpc/page-input.ts'
import { pick, rowId, selectedColumns, type Columns, type RowTable } from './row-columns.server.ts'

type ListInput = { cursor?: string | null; limit: number; search?: string; sort?: string }

/** A list of a table's rows: its columns, those it can be sorted by, and the inputs that narrow it. */
export type List = {
  table: RowTable
  columns: Columns
  sortable: readonly string[]
  /** Fields that narrow it. */
  filters: readonly string[]
  fields: z.ZodObject
  /** The column with the id of what each row belongs to: a list is of one of these. */
  parent: string | undefined
}

const NEWEST_FIRST = '-createdAt'
const RECENT = 5

/** What finds rows by the title of what they refer to. */
export type FindReferred = (
  db: Db,
  actor: SignedInActor,
  search: string,
) => Promise<readonly { field: string; ids: SQL }[]>

/** The schema of the input of a list. */
export function listInput({ table, sortable, filters, fields, parent }: List) {
  const sorts = ['createdAt', ...sortable].flatMap((name) => [name, `-${name}`])
  const types: Readonly<Record<string, z.ZodType>> = stored(fields)
  const optional = filters.map((name) => [name, oneOf(types[name]).optional()])
  return z
    .strictObject({
      ...pageInput,
      // It holds the value of the last row, which may be a text.
      ...(sortable.length > 0 && { cursor: z.string().max(2_000).nullish() }),
      ...(table.search && {
        search: z.string().trim().max(SEARCH_MAX_LENGTH, 'errors:tooLong').optional(),
      }),
      ...((sortable.length > 0 || parent !== undefined) && { sort: z.enum(sorts).default(NEWEST_FIRST) }),
      ...Object.fromEntries(optional),
      ...(parent !== undefined && { [parent]: rowId }),
    })
    .prefault({})
}

/**
 * A page of the workspace's rows in the order of `sort`, by keyset pagination at the same cost however deep.
 * `search` finds rows with every word as a prefix, in the row or in the title of one thing it refers to.
 */
export async function listRows(
  list: List & { db: Db; findReferred?: FindReferred | undefined },
  actor: SignedInActor,
  input: ListInput,
) {
  const { db, table, columns, sortable, filters, parent = [] } = list
  const { cursor, limit, search, sort = NEWEST_FIRST } = input
  const query = search ? await prefixQuery(db, search) : undefined
  if (search && query === undefined) return { items: [], nextCursor: null }
  const values: Readonly<Record<string, unknown>> = input
  const keys = pick(table, ['createdAt', ...sortable])
  const filtered = pick(table, [...filters, ...[parent].flat()])
  const { orderBy, after, cursorAfter } = keyset({ columns: keys, id: table.id, sort, cursor })
  const rows = await db
    .select(selectedColumns(table, columns))
    .from(table)
    .leftJoin(user, eq(user.id, table.createdById))
    .where(
      and(
        inWorkspace(table, actor),
        notDeleted(table),
        query === undefined ? undefined : await isFound(list, actor, { query, search }),
        ...Object.entries(filtered).map(([name, column]) => narrowed(column, values[name])),
        after,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? cursorAfter(last) : null }
}

type Found = { query: string; search: string | undefined }

/** Each branch by an index of its own, where an `or` would have none. */
async function isFound(
  { db, table, findReferred }: { db: Db; table: RowTable; findReferred?: FindReferred | undefined },
  actor: SignedInActor,
  { query, search = '' }: Found,
): Promise<SQL> {
  const isOwn = sql`${table.search} @@ ${query}::tsquery`
  const referred = (await findReferred?.(db, actor, search)) ?? []
  if (referred.length === 0) return isOwn
  const columns = table as unknown as Readonly<Record<string, PgColumn>>
  const branches = [isOwn, ...referred.map(({ field, ids }) => sql`${columns[field]} in (${ids})`)]
  const queries = branches.map(
    (branch) =>
      sql`select ${table.id} from ${table} where ${and(inWorkspace(table, actor), notDeleted(table), branch)}`,
  )
  return sql`${table.id} in (${sql.join(queries, sql` union all `)})`
}

export const notDeleted = ({ deletedAt }: RowTable): SQL | undefined => deletedAt && isNull(deletedAt)

/** The schema of one value of a field that may be empty or have several. */
function oneOf(type: z.ZodType | undefined): z.ZodType {
  if (type instanceof z.ZodNullable) return oneOf(type.unwrap() as z.ZodType)
  if (type instanceof z.ZodArray) return oneOf(type.element as z.ZodType)
  return type instanceof z.ZodString ? type.max(SEARCH_MAX_LENGTH) : (type ?? z.never())
}

/** Of a column with several values, one of them. */
function narrowed(column: PgColumn, value: unknown): SQL | undefined {
  if (value === undefined) return undefined
  return column.dataType === 'array' ? arrayContains(column, [value]) : eq(column, value)
}

/** The newest rows of the workspace, of a page that everybody opens. */
export const recentRows = (table: RowTable, columns: Columns) =>
  preparedQuery((db, kind: WorkspaceKind) =>
    db
      .select(selectedColumns(table, columns))
      .from(table)
      .leftJoin(user, eq(user.id, table.createdById))
      .where(and(inPreparedWorkspace(table, kind), notDeleted(table)))
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(RECENT),
  )
