import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase, PATIENT, testLog } from '@plinth/testing/test-database.ts'
import { openDatabase } from './database.server.ts'
import { migrateDatabase } from './migrate.server.ts'
import { schemaDrift } from './schema-drift.server.ts'

test('a migrated database has no drift; manual changes are listed, additions are not', async () => {
  const database = openDatabase({ ...(await createEmptyDatabase()), ...PATIENT }, testLog)
  onTestFinished(() => database.close())
  const { pool } = database
  await migrateDatabase(pool)
  expect(await schemaDrift(pool)).toEqual([])

  await pool.query(`
    create table "of_somebody_else" (id int);
    alter table mail add column "of_somebody_else" int;
    alter table limit_counter drop column resets_at;
    alter table mail alter column language type varchar(80), alter column text drop not null;
    drop index audit_log_at_idx;
    drop table known_device;
  `)
  expect((await schemaDrift(pool)).toSorted()).toEqual([
    'column limit_counter.resets_at is missing',
    'column mail.language is character varying(80) instead of text',
    'column mail.text allows null',
    'index audit_log_at_idx is missing',
    'index limit_counter_resets_at_idx is missing',
    'table known_device is missing',
  ])
})
