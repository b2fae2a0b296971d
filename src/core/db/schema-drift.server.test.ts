import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase, testLog } from '../../../tests/support/test-database.ts'
import { openDatabase } from './database.server.ts'
import { migrateDatabase } from './migrate.server.ts'
import { schemaDrift } from './schema-drift.server.ts'

test('a migrated database has no drift; manual changes are listed, additions are not', async () => {
  const database = openDatabase(await createEmptyDatabase(), testLog)
  onTestFinished(() => database.close())
  const { pool } = database
  await migrateDatabase(pool)
  expect(await schemaDrift(pool)).toEqual([])

  await pool.query(`
    create table "of_somebody_else" (id int);
    alter table post add column "of_somebody_else" int;
    alter table post drop column idempotency_key;
    alter table post alter column excerpt type varchar(80), alter column content drop not null;
    drop index audit_log_at_idx;
    drop table totp_use;
  `)
  expect((await schemaDrift(pool)).toSorted()).toEqual([
    'column post.content allows null',
    'column post.excerpt is character varying(80) instead of text',
    'column post.idempotency_key is missing',
    'index audit_log_at_idx is missing',
    'index post_idempotency_uq is missing',
    'table totp_use is missing',
  ])
})
