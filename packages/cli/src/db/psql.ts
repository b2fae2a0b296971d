// npm run db:psql [-- arguments of psql]: opens psql on the configured database.
import '../load-env.ts'
import { withConnection } from '../with-database.ts'
import { runPostgresTool } from './run-postgres-tool.ts'

// In psql, Ctrl-C cancels a query, not the session.
process.on('SIGINT', () => {})
process.exitCode = await withConnection(
  ({ connection }) => runPostgresTool('psql', connection, process.argv.slice(2)),
  ['SIGTERM', 'SIGHUP'],
)
