import { expect, test } from 'vitest'
import { statementsAboutKept } from './carry-migrations.ts'

/** Tables by their names, with the names of their indexes. */
const snapshot = (tables: Record<string, readonly string[]>) => ({
  tables: Object.fromEntries(
    Object.entries(tables).map(([name, indexes]) => [
      `public.${name}`,
      { name, indexes: Object.fromEntries(indexes.map((index) => [index, {}])) },
    ]),
  ),
})

// This project removed the feature with post, draft and reply.
const snapshots = [
  snapshot({ user: [], todo: ['todo_old_idx'], post: ['post_old_idx'], draft: [] }),
  snapshot({ user: [], todo_item: [], post: ['post_new_idx'], reply: [] }),
  snapshot({ user: [], task: [], post: ['post_new_idx'], reply: [] }),
]
const kept = ['user', 'todo', 'task']
const functions = ['fold_text']

test('statements about what removed features had are left out, whatever the release did to it', () => {
  const wanted = [
    'DROP INDEX "todo_old_idx";',
    'ALTER TABLE "todo" RENAME TO "todo_item";',
    'ALTER TABLE "todo_item" ADD COLUMN "due" date;',
    'ALTER TABLE "todo_item" RENAME TO "task";',
    'CREATE INDEX "user_name_idx" ON "user" USING btree ("name");',
    'ALTER TABLE "user" DROP COLUMN "post";',
    'CREATE OR REPLACE FUNCTION "fold_text"("value" text) RETURNS text LANGUAGE sql RETURN "value";',
  ]
  const others = [
    'DROP INDEX "post_old_idx";',
    'DROP INDEX IF EXISTS "public"."post_new_idx";',
    'ALTER INDEX "post_old_idx" RENAME TO "post_new_idx";',
    'CREATE INDEX "post_new_idx" ON "post" USING btree ("title");',
    'DROP TABLE "draft" CASCADE;',
    'ALTER TABLE "draft" RENAME TO "reply";',
    'ALTER TABLE "reply" ADD COLUMN "text" text;',
    '-- The words of a post.\nCREATE FUNCTION "post_words"("value" text) RETURNS text LANGUAGE sql RETURN "value";',
    'ALTER TABLE "user" ADD CONSTRAINT "user_post_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id");',
  ]
  expect(statementsAboutKept([...others, ...wanted], { kept, functions, snapshots })).toEqual(wanted)
})

test("an own table called like one of a removed feature gets none of the starter's changes", () => {
  const statements = ['ALTER TABLE "post" ADD COLUMN "pinned" boolean;']
  expect(statementsAboutKept(statements, { kept, functions, snapshots })).toEqual([])
})
