import { expect, test } from 'vitest'
import { withRebuiltColumns } from './rebuilt-columns.ts'

const BREAK = '--> statement-breakpoint\n'
const drop = 'ALTER TABLE "invoice" drop column "search";'
const add =
  'ALTER TABLE "invoice" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector("invoice"."note")) STORED NOT NULL;'
const note = 'ALTER TABLE "invoice" ADD COLUMN "note" text NOT NULL;'
const old = 'ALTER TABLE "invoice" DROP COLUMN "old";'
const index = 'CREATE INDEX "invoice_search_idx" ON "invoice" USING gin ("owner_id","search");'
const other = 'CREATE INDEX "invoice_owner_idx" ON "invoice" USING btree ("owner_id");'

test('a generated column is rebuilt after the columns it needs, with its indexes', () => {
  const earlier = [other, index].join(BREAK)
  expect(withRebuiltColumns([old, drop, add, note].join(BREAK), earlier).split(BREAK)).toEqual([
    note,
    drop,
    add,
    index,
    old,
  ])
})

test('other migrations stay as they are', () => {
  const sql = [note, old].join(BREAK)
  expect(withRebuiltColumns(sql, index)).toBe(sql)
})
