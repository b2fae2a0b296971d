import { expect, test } from 'vitest'
import { readRenamed, renameStatement, withRenamedColumn } from './renamed-column.ts'

const snapshot = JSON.stringify({
  tables: {
    'public.total': {
      name: 'total',
      columns: {
        total: { name: 'total', type: 'bigint' },
        search: { name: 'search', generated: { as: `words("total"."total")` } },
      },
      indexes: { total: { name: 'total', columns: [{ expression: 'total' }], where: `"total"."total" > 0` } },
      foreignKeys: { fk: { name: 'fk', columnsFrom: ['total'], columnsTo: ['total'] } },
    },
    'public.other': { name: 'other', columns: { total: { name: 'total' } } },
  },
})

test('indices, keys and expressions follow a renamed column, and nothing else of that name', () => {
  const renamed = withRenamedColumn(snapshot, { table: 'total', from: 'total', to: 'amount' })
  expect(JSON.parse(renamed)).toEqual({
    tables: {
      'public.total': {
        name: 'total',
        columns: {
          amount: { name: 'amount', type: 'bigint' },
          search: { name: 'search', generated: { as: `words("total"."amount")` } },
        },
        indexes: {
          total: { name: 'total', columns: [{ expression: 'amount' }], where: `"total"."amount" > 0` },
        },
        foreignKeys: { fk: { name: 'fk', columnsFrom: ['amount'], columnsTo: ['total'] } },
      },
      'public.other': { name: 'other', columns: { total: { name: 'total' } } },
    },
  })
})

test('what is no renamed column is refused', () => {
  const renamed = readRenamed('invoice.total:amount')
  expect(renameStatement(renamed)).toBe('ALTER TABLE "invoice" RENAME COLUMN "total" TO "amount";')
  expect(() => withRenamedColumn(snapshot, renamed)).toThrow('no column total')
  expect(() => withRenamedColumn(snapshot, readRenamed('total.total:search'))).toThrow('already')
  expect(() => readRenamed('invoice.total')).toThrow('no renamed column')
})
