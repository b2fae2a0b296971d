import { expect, test } from 'vitest'
import { openTestDatabase } from '@plinth/testing/test-database.ts'

const { pool } = await openTestDatabase()

/**
 * Without such an index, each deletion of the row that is referred to reads the whole table. A partial index
 * serves only if it leaves out nothing but nulls of the key.
 */
test('every foreign key has an index that begins with one of its columns', async () => {
  const { rows } = await pool.query<{ key: string }>(`
    select conrelid::regclass || ' (' || columns.names || ')' as key
    from pg_constraint
      cross join lateral (
        select string_agg(attname, ', ' order by attname) as names,
          array_agg(format('(%I IS NOT NULL)', attname)) as not_null
        from pg_attribute where attrelid = conrelid and attnum = any (conkey)
      ) columns
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index
      where indrelid = conrelid and indisvalid
        and indkey[0] = any (conkey)
        and (indpred is null or pg_get_expr(indpred, indrelid) = any (columns.not_null)))
    order by 1`)
  expect(rows.map(({ key }) => key)).toEqual([])
})
