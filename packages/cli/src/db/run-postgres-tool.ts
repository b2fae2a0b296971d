import { spawn } from 'node:child_process'
import pg from 'pg'
import { Refusal } from '../welcome.ts'

// Parameters of a URL that libpq also reads from the environment.
const PARAMETERS: Readonly<Record<string, string>> = {
  application_name: 'PGAPPNAME',
  channel_binding: 'PGCHANNELBINDING',
  options: 'PGOPTIONS',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
}

/**
 * Runs a client program of PostgreSQL on this connection, in this terminal, and returns its exit code. The
 * connection goes through the environment, because every user of the machine may read the arguments of a
 * process. Throws Refusal where the program is not installed.
 */
export function runPostgresTool(
  program: string,
  connection: pg.ClientConfig,
  args: readonly string[],
): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', env: environmentOf(connection) })
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => resolve(code ?? 1))
    child.on('error', (error: NodeJS.ErrnoException) => {
      const howTo = `${program} is not installed. Install it (Debian and Ubuntu: apt-get install postgresql-client; macOS: brew install libpq)`
      reject(
        error.code === 'ENOENT'
          ? new Refusal(`${howTo}, or browse the database with npm run db:studio.`)
          : error,
      )
    })
  })
}

function environmentOf(connection: pg.ClientConfig): NodeJS.ProcessEnv {
  const { host, port, user, database, password } = new pg.Client(connection)
  const given = new URLSearchParams(connection.connectionString?.split('?')[1])
  // The driver's name for encryption without a check of the certificate.
  if (given.get('sslmode') === 'no-verify') given.set('sslmode', 'require')
  const parameters = Object.entries(PARAMETERS).flatMap(([name, variable]) => {
    const value = given.get(name)
    return value === null ? [] : [[variable, value] as const]
  })
  return {
    ...process.env,
    // Another server's: both would win over PGHOST.
    PGSERVICE: undefined,
    PGHOSTADDR: undefined,
    ...Object.fromEntries(parameters),
    PGHOST: host,
    PGPORT: String(port),
    ...(user && { PGUSER: user }),
    ...(database && { PGDATABASE: database }),
    ...(password && { PGPASSWORD: password }),
  }
}
