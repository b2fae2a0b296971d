// npm run db:adopt: adds this application's tables to a database that has some of something else. Without
// it, such a database is never written.
import '../load-env.ts'
import { explainStart } from '@plinth/core/internal/db/explain-start.server.ts'
import { adoptDatabase } from '@plinth/core/internal/db/migrate.server.ts'
import { withConnection } from '../with-database.ts'
import { directPool } from './direct-pool.ts'

await withConnection(async ({ connection, env }) => {
  const pool = directPool(env, connection)
  try {
    await adoptDatabase(pool)
  } catch (error) {
    throw explainStart(error) ?? error
  } finally {
    await pool.end()
  }
})
console.log(
  "The database has this application's tables too. Those that were there are unchanged; a backup or db:move carries all in the " +
    'schema public, and db:reset erases them.',
)
