// npm run doctor [-- --deploy]: reports problems with this machine or configuration, each with a one-line
// fix. Changes nothing. --deploy also asks for what a public server needs from outside: DNS, TLS, the proxy,
// mail records, storage, the last backup.
import './load-env.ts'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import {
  type ModelProbe,
  probeEmbeddingModel,
  probeModel,
} from '@plinth/core/internal/ai/probe-model.server.ts'
import { describeEmbeddedServer } from '@plinth/postgres'
import { CLOCK_SKEW_MAX_MS, measureClock } from '@plinth/core/internal/db/clock.server.ts'
import { checkConnections } from '@plinth/core/internal/db/connect-database.server.ts'
import { openDatabase } from '@plinth/core/internal/db/database.server.ts'
import {
  findForeignMigrations,
  findForeignTables,
  pendingMigrations,
} from '@plinth/core/internal/db/migrate.server.ts'
import { schemaDrift } from '@plinth/core/internal/db/schema-drift.server.ts'
import { settingNames } from '@plinth/core/internal/app/registry/settings.server.ts'
import { type Env, getEnv } from '@plinth/core/internal/env/env.server.ts'
import { unknownSettings } from '@plinth/core/internal/env/unknown-settings.server.ts'
import { createLog } from '@plinth/core/internal/log/log.server.ts'
import { probeRedis, reasonOf } from '@plinth/core/internal/redis/redis.server.ts'
import { findForeignStorage } from '@plinth/core/internal/storage/installation.server.ts'
import { openStorage } from '@plinth/core/internal/storage/open-storage.server.ts'
import { deployFindings } from './doctor/deploy.ts'
import { bad, good, type Finding } from './doctor/finding.ts'
import './installed.ts'

const isDeployed = process.argv.includes('--deploy')
// An image is installed by npm itself.
const findings: Finding[] = [node(), ...(isDeployed ? [] : [lockfile()])]
const env = settings()
if (env) {
  findings.push(
    // Where the application runs already, it uses the port itself.
    ...(isDeployed ? [] : [await port(env)]),
    storage(env),
    ...(await database(env)),
    ...(await redis(env)),
    await mail(env),
    await model(env),
    await meaning(env),
    ...(isDeployed ? await deployFindings(env) : []),
  )
}
for (const { name, ok, says, mend } of findings)
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(10)} ${says}${mend ? `\n             → ${mend}` : ''}`)
const wrong = findings.filter((finding) => !finding.ok).length
console.log(wrong === 0 ? '\nEverything looks good.' : `\n${wrong} to fix.`)
process.exitCode = wrong === 0 ? 0 : 1

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 7))
    return good('Node', `${process.versions.node} runs the application`)
  return bad(
    'Node',
    `${process.versions.node} can't run the application`,
    'npm ci installs Node 24 on Linux and Windows; on macOS install Node 24: https://nodejs.org/en/download',
  )
}

function lockfile(): Finding {
  return existsSync('node_modules/.plinth-installed')
    ? good('Install', 'dependencies are installed')
    : bad('Install', 'dependencies are not installed from the lockfile', 'npm start installs them.')
}

function misspelled(): Finding[] {
  return unknownSettings(settingNames()).map(({ name, isInFile, meant }) =>
    bad(
      'Settings',
      `${isInFile ? '.env' : 'the environment'} has an unknown setting: ${name}`,
      meant ? `Did you mean ${meant}?` : '.env.example lists all settings.',
    ),
  )
}

function settings(): Env | undefined {
  findings.push(...misspelled())
  try {
    const read = getEnv()
    findings.push(
      good(
        'Settings',
        read.isLocal ? `local mode at ${read.APP_URL}: demo and mailbox are on` : `public at ${read.APP_URL}`,
      ),
    )
    return read
  } catch (error) {
    findings.push(
      bad(
        'Settings',
        'some are missing or invalid',
        (error as Error).message.replaceAll('\n', '\n               '),
      ),
    )
    return undefined
  }
}

function port({ PORT, HOST }: Env): Promise<Finding> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const mend =
        error.code === 'EADDRINUSE'
          ? `Stop the process that uses it (perhaps this application), or: PORT=${PORT + 1} npm start`
          : 'Choose a PORT above 1023 and a HOST that belongs to this machine.'
      resolve(bad('Port', `${HOST}:${PORT} can't be used (${error.code})`, mend))
    })
    probe.listen(PORT, HOST, () => probe.close(() => resolve(good('Port', `${HOST}:${PORT} is free`))))
  })
}

function storage({ DATA_DIR }: Env): Finding {
  // A missing folder is created at startup, inside the nearest existing one.
  let existing = DATA_DIR
  while (!existsSync(existing)) existing = path.dirname(existing)
  if (!statSync(existing).isDirectory())
    return bad('Storage', `${existing} is not a folder`, 'Set DATA_DIR to a writable folder.')
  try {
    accessSync(existing, constants.W_OK)
    return good('Storage', `${DATA_DIR} is writable`)
  } catch {
    return bad(
      'Storage',
      `${existing} is not writable`,
      'Make it writable, or set DATA_DIR to a writable folder.',
    )
  }
}

async function database(given: Env): Promise<Finding[]> {
  const { DATABASE_URL, DATA_DIR } = given
  if (DATABASE_URL)
    return connected(given, {
      connection: { connectionString: DATABASE_URL },
      says: (running) => `DATABASE_URL responds (PostgreSQL ${running})`,
      mend: 'Check host, port, name and password in DATABASE_URL.',
    })
  const { version, dataVersion, serverPid, connection, problems } = await describeEmbeddedServer({
    dataDir: DATA_DIR,
  })
  if (problems.length > 0)
    return problems.map((problem) => bad('Database', 'the embedded server cannot start', problem))
  const state = serverPid === null ? 'is not running' : `runs as process ${serverPid}`
  const says = `embedded PostgreSQL ${version} ${state}${dataVersion === null ? '; no data yet' : ''}`
  if (!connection) return [good('Database', says)]
  return connected(given, { connection, says: () => says, mend: 'Stop the application and start it again.' })
}

type Connecting = { connection: pg.PoolConfig; says: (version: string) => string; mend: string }

async function connected(given: Env, { connection, says, mend }: Connecting): Promise<Finding[]> {
  const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: 5_000 })
  pool.on('error', () => {})
  try {
    const { rows } = await pool.query<{ server_version: string }>('show server_version')
    const structure = await schema(pool)
    const folder = structure.ok ? await sharedStorage(pool, given) : []
    return [
      good('Database', says(rows[0]?.server_version ?? '')),
      ...(await pooler(given)),
      structure,
      ...folder,
      await clock(pool),
    ]
  } catch (error) {
    return [bad('Database', `no connection: ${firstCause(error)}`, mend)]
  } finally {
    await pool.end()
  }
}

/** Returns a finding only if the connections fail the pooler checks. */
async function pooler({ DATABASE_URL, DATABASE_DIRECT_URL }: Env): Promise<Finding[]> {
  if (!DATABASE_URL) return []
  const direct = DATABASE_DIRECT_URL === undefined ? undefined : { connectionString: DATABASE_DIRECT_URL }
  const opened = openDatabase({ connectionString: DATABASE_URL }, createLog('silent'), direct)
  try {
    await checkConnections(opened)
    return []
  } catch (error) {
    const [says, mend] = halves(firstCause(error))
    return [bad('Pooler', says, mend || 'Check host, port, name and password in DATABASE_DIRECT_URL.')]
  } finally {
    await opened.close()
  }
}

/** Returns a finding only if the storage does not hold this database's files. */
async function sharedStorage(pool: pg.Pool, given: Env): Promise<Finding[]> {
  const { place } = await openStorage(given)
  const says = await findForeignStorage({ db: drizzle({ client: pool }), place, env: given }).catch(
    firstCause,
  )
  return says === undefined ? [] : [bad('Files', ...halves(says))]
}

async function clock(pool: pg.Pool): Promise<Finding> {
  const aheadMs = await measureClock(pool)
  if (Math.abs(aheadMs) <= CLOCK_SKEW_MAX_MS) return good('Clock', 'in sync with the database')
  const says = `${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`
  return bad(
    'Clock',
    says,
    'Sync the clocks of both machines with NTP; authenticator codes need the correct time.',
  )
}

async function schema(pool: pg.Pool): Promise<Finding> {
  const foreign = (await findForeignTables(pool)) ?? (await findForeignMigrations(pool))
  if (foreign !== undefined) return bad('Schema', ...halves(foreign))
  const pending = await pendingMigrations(pool)
  if (pending.length > 0)
    return bad('Schema', `${pending.length} migrations are pending`, 'npm start applies them.')
  const drift = await schemaDrift(pool)
  if (drift.length === 0) return good('Schema', 'all migrations are applied, and the schema matches them')
  return bad('Schema', `changed by hand: ${drift.join('; ')}`, 'Undo these changes, or restore a backup.')
}

/** Splits a message into the problem, its first sentence, and the fix, the rest. */
function halves(line: string): [says: string, mend: string] {
  const end = line.indexOf('. ') + 1
  return end > 0 ? [line.slice(0, end), line.slice(end + 1)] : [line, '']
}

/** The driver's message; a query error itself only repeats the statement. */
function firstCause(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) return firstCause(error.cause)
  const { code, message } = error as NodeJS.ErrnoException
  return message || (code ?? String(error))
}

async function redis({ REDIS_URL }: Env): Promise<Finding[]> {
  if (!REDIS_URL) return []
  const { host } = new URL(REDIS_URL)
  try {
    return [good('Redis', `${host} responds (Redis ${await probeRedis(REDIS_URL)})`)]
  } catch (error) {
    return [
      bad(
        'Redis',
        `${host}: no connection (${reasonOf(error)})`,
        'Check REDIS_URL; until it is back, rate limits and live updates use the database.',
      ),
    ]
  }
}

function mail({ SMTP_URL, logsMail, isLocal }: Env): Promise<Finding> | Finding {
  if (logsMail)
    return bad(
      'Mail',
      'is not sent: SMTP_URL is log, so mails are in the log and the mailbox (npm run mailbox)',
      'Set SMTP_URL to a mail server before others use this.',
    )
  if (!SMTP_URL) return good('Mail', isLocal ? 'kept in the local mailbox' : 'not configured')
  const { hostname, port: given, protocol } = new URL(SMTP_URL)
  const smtpPort = Number(given || (protocol === 'smtps:' ? 465 : 587))
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: smtpPort, timeout: 5_000 })
    const unreachable = (why: string) => {
      socket.destroy()
      resolve(
        bad(
          'Mail',
          `${hostname}:${smtpPort} does not respond (${why})`,
          'Check SMTP_URL; until it is back, mail waits in the database and is not lost.',
        ),
      )
    }
    socket.once('connect', () => {
      socket.destroy()
      resolve(good('Mail', `${hostname}:${smtpPort} responds`))
    })
    socket.once('timeout', () => unreachable('no response in 5 s'))
    socket.once('error', (error: NodeJS.ErrnoException) => unreachable(error.code ?? error.message))
  })
}

async function model(given: Env): Promise<Finding> {
  const probe = await probeModel(given)
  if (!probe) return good('Model', 'built-in, no language model')
  return probed('Model', probe, 'Check AI_MODEL and the network; until it responds, use the built-in model.')
}

async function meaning(given: Env): Promise<Finding> {
  const probe = await probeEmbeddingModel(given)
  if (!probe) return good('Embedding', 'none, documents use full-text search')
  return probed(
    'Embedding',
    probe,
    'Check AI_EMBEDDING_MODEL and the network; until it responds, documents use full-text search.',
  )
}

function probed(title: string, { model: name, host, status }: ModelProbe, mend: string): Finding {
  if (status === undefined) return bad(title, `${name}: ${host} does not respond`, mend)
  if (status === 401 || status === 403)
    return bad(title, `${name}: ${host} rejects the key`, 'Set a valid key for this provider.')
  // Not every server that speaks the protocol can list its models.
  return status >= 500
    ? bad(title, `${name}: ${host} returns ${status}`, 'Try again later.')
    : good(title, `${name} at ${host} responds`)
}
