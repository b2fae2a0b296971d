import pg from 'pg'
import { expect } from 'vitest'
import { databaseCode } from '@plinth/core/internal/db/database-error.server.ts'

const DEADLOCK = '40P01'

/**
 * Deletes an organization or a user at the worst moment: the deletion has the lock of the row, and a change
 * of its content waits for that. If the change had already locked the content, each would wait for the other.
 */
export async function deleteWhile(
  connection: pg.ClientConfig,
  { kind, id }: { kind: 'organization' | 'user'; id: string },
  change: () => Promise<unknown>,
): Promise<void> {
  const deletion = new pg.Client(connection)
  await deletion.connect()
  try {
    await deletion.query(`begin; select from "${kind}" where id = '${id}' for update`)
    const changed = change().then(() => undefined, databaseCode)
    const waiting = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'
    await expect.poll(async () => (await deletion.query(waiting)).rowCount).toBeGreaterThan(0)
    await deletion.query(`delete from "${kind}" where id = '${id}'; commit`)
    expect(await changed).not.toBe(DEADLOCK)
  } finally {
    await deletion.end()
  }
}
