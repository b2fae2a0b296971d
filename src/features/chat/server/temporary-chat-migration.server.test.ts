import { expect, test } from 'vitest'
import { databaseBefore } from '../../../../tests/support/migrations.ts'

test('the migration turns stored threads of the temporary page into general ones and keeps their messages', async () => {
  const { client, migrate } = await databaseBefore('0015_temporary_chat.sql')
  await client.query(`insert into "user" (id, name, email) values ('ada', 'Ada', 'ada@example.com')`)
  await client.query(`insert into chat_thread (id, owner_id, created_by_id, page, title) values
    ('a', 'ada', 'ada', 'vercel', 'A'), ('b', 'ada', 'ada', 'rag', 'B'), ('c', 'ada', 'ada', 'general', 'C')`)
  await client.query(`insert into chat_message (thread_id, id, role, parts, text)
    values ('a', 'm', 'user', '[{"type":"text","text":"Hello"}]', 'Hello')`)
  await migrate()
  const { rows } = await client.query(
    'select thread.id, page, message.text from chat_thread thread left join chat_message message on thread_id = thread.id order by thread.id',
  )
  expect(rows).toEqual([
    { id: 'a', page: 'general', text: 'Hello' },
    { id: 'b', page: 'rag', text: null },
    { id: 'c', page: 'general', text: null },
  ])
})
