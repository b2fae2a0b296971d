// npm run db:studio: tables and rows in the browser. The page comes from local.drizzle.studio; the data stays
// on this machine.
import '../load-env.ts'
import { runNode } from '../run-node.ts'
import { withConnection } from '../with-database.ts'
import { databaseUrl } from './database-url.ts'

process.exitCode = await withConnection(({ connection }) =>
  runNode(['node_modules/drizzle-kit/bin.cjs', 'studio', '--host', '127.0.0.1', ...process.argv.slice(2)], {
    DATABASE_URL: databaseUrl(connection),
  }),
)
