import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS_FOLDER } from '#/core/db/migrate.server.ts'
import { createEmptyDatabase } from '../../../../tests/support/test-database.ts'

const migrations = readdirSync(MIGRATIONS_FOLDER).filter((file) => file.endsWith('.sql'))
const isBefore = (file: string) => file < '0015_temporary_chat.sql'

test('stored threads of the page that became temporary are general ones, with their messages', async () => {
  const client = new pg.Client(await createEmptyDatabase())
  await client.connect()
  onTestFinished(() => client.end())
  const apply = async (file: string) => {
    for (const statement of readFileSync(path.join(MIGRATIONS_FOLDER, file), 'utf8').split(
      '--> statement-breakpoint',
    ))
      await client.query(statement)
  }
  for (const file of migrations.filter(isBefore)) await apply(file)
  await client.query(`insert into "user" (id, name, email) values ('ada', 'Ada', 'ada@example.com')`)
  await client.query(`insert into chat_thread (id, owner_id, created_by_id, page, title) values
    ('a', 'ada', 'ada', 'vercel', 'A'), ('b', 'ada', 'ada', 'rag', 'B'), ('c', 'ada', 'ada', 'general', 'C')`)
  await client.query(`insert into chat_message (thread_id, id, role, parts, text)
    values ('a', 'm', 'user', '[{"type":"text","text":"Hello"}]', 'Hello')`)
  for (const file of migrations.filter((name) => !isBefore(name))) await apply(file)
  const { rows } = await client.query(
    'select thread.id, page, message.text from chat_thread thread left join chat_message message on thread_id = thread.id order by thread.id',
  )
  expect(rows).toEqual([
    { id: 'a', page: 'general', text: 'Hello' },
    { id: 'b', page: 'rag', text: null },
    { id: 'c', page: 'general', text: null },
  ])
})
