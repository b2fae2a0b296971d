import { expect, test } from 'vitest'
import { databaseBefore } from '../../../../tests/support/migrations.ts'

test('stored actions get their current names, nothing else in an entry changes, and the log is append-only again', async () => {
  const { client, migrate } = await databaseBefore('0016_audit_action_names.sql')
  const old = ['user.requestEnd', 'user.keep', 'user.keepUnasked', 'session.prove', 'post.create']
  for (const [at, action] of old.entries())
    await client.query(
      `insert into audit_log (id, at, action, actor_id, details) values ($1, '2026-01-01', $2, 'ada', '{"a":1}')`,
      [String(at), action],
    )
  const others = () => client.query('select id, at, actor_id, details, ip from audit_log order by id')
  const before = await others()
  await migrate()
  const { rows } = await client.query<{ action: string }>('select action from audit_log order by id')
  expect(rows.map(({ action }) => action)).toEqual([
    'user.requestDeletion',
    'user.cancelDeletion',
    'user.denyDeletion',
    'session.reauthenticate',
    'post.create',
  ])
  expect((await others()).rows).toEqual(before.rows)
  await expect(client.query(`update audit_log set action = 'x'`)).rejects.toThrow('append-only')
})
