// npm run db:psql [-- arguments of psql]: opens psql on the configured database.
import '../load-env.ts'
import { spawn } from 'node:child_process'
import { Refusal } from '../welcome.ts'
import { withConnection } from '../with-database.ts'
import { databaseUrl } from './database-url.ts'

// In psql, Ctrl-C cancels a query, not the session.
process.on('SIGINT', () => {})
process.exitCode = await withConnection(
  ({ connection }) => psql(databaseUrl(connection)),
  ['SIGTERM', 'SIGHUP'],
)

function psql(url: string): Promise<number> {
  const child = spawn('psql', [...process.argv.slice(2), url], { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => resolve(code ?? 1))
    child.on('error', (error: NodeJS.ErrnoException) => {
      const howTo =
        'psql is not installed. Install it (Debian and Ubuntu: apt-get install postgresql-client; macOS: brew install libpq)'
      reject(
        error.code === 'ENOENT'
          ? new Refusal(`${howTo}, or browse the database with npm run db:studio.`)
          : error,
      )
    })
  })
}
