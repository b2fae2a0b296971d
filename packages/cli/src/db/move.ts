// npm run db:move -- postgres://user@host:5432/name, or -- embedded: copies the database there, which must
// be empty, and checks it. The password comes from PGPASSWORD, or is asked for. Files stay in DATA_DIR. The
// old database is not changed.
import '../load-env.ts'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { acquireEmbeddedServer } from '@plinth/postgres'
import { writeBackup } from '@plinth/core/internal/backup/write-backup.server.ts'
import { inOwnSession } from '@plinth/core/internal/db/database.server.ts'
import { MIGRATION_LOCK } from '@plinth/core/internal/db/migrate.server.ts'
import { databaseUrlFault } from '@plinth/core/internal/env/database-url.server.ts'
import { type Env, getEnv } from '@plinth/core/internal/env/env.server.ts'
import { signingSecret } from '@plinth/core/internal/env/signing-secret.server.ts'
import { createLog } from '@plinth/core/internal/log/log.server.ts'
import { openOrExplain, Refusal } from '../welcome.ts'
import { withConnection } from '../with-database.ts'
import { askHidden } from './ask-passphrase.ts'
import { directPool } from './direct-pool.ts'
import { refuseWhileUsed } from './refuse-while-used.ts'
import { checkBackup, restoreBackup } from './restore/restore-backup.ts'

const ALREADY_THERE = 'The database is already there: that is the one in use. Nothing was changed.'

const startedAt = Date.now()
const url = await openOrExplain(() => readTarget(getEnv()))
await withConnection(async ({ connection, env }) => {
  const file = path.join(env.DATA_DIR, `moving-${process.pid}.backup`)
  const pool = directPool(env, connection)
  const target =
    url === 'embedded'
      ? await acquireEmbeddedServer({ dataDir: env.DATA_DIR, log: createLog('warn') })
      : undefined
  try {
    await refuseWhileUsed(pool, 'Nothing was changed.')
    await inOwnSession(pool, async (lock) => {
      // An application that starts meanwhile waits here: what it wrote would be left behind.
      await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
      await writeBackup({ pool, storage: undefined, secret: signingSecret(env) }, file, {
        passphrase: undefined,
      })
      await restoreBackup(await checkBackup(file, undefined), {
        connection: target?.connection ?? { connectionString: url },
        storage: undefined,
        claimFiles: async () => {},
        say: console.log,
      })
    })
  } finally {
    await rm(file, { force: true })
    await pool.end()
    await target?.release()
  }
})
console.log(
  `Moved in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s; counts and digests match. Now set DATABASE_URL to ${
    url === 'embedded' ? 'embedded' : 'that URL'
  } and start the application. The old database is unchanged: delete it when the new one has served.`,
)

/** Throws Refusal for a URL with a password: whoever lists the processes of the machine would read it. */
async function readTarget({ DATABASE_URL, DATABASE_DIRECT_URL }: Env): Promise<string> {
  const [given = '', ...more] = process.argv.slice(2)
  const usage = 'Name the target: npm run db:move -- postgres://user@host:5432/name, or -- embedded'
  const fault = given === 'embedded' ? undefined : databaseUrlFault(given)
  if (given === '' || more.length > 0) throw new Refusal(usage)
  if (fault !== undefined) throw new Refusal(`The URL ${fault}. ${usage}`)
  if (given === 'embedded') {
    if (DATABASE_URL === undefined) throw new Refusal(ALREADY_THERE)
    return given
  }
  if (hasPassword(given))
    throw new Refusal(
      'Leave the password out of the URL, where every user of this machine could read it: it is asked for, or PGPASSWORD holds it. Nothing was changed.',
    )
  for (const own of [DATABASE_URL, DATABASE_DIRECT_URL])
    if (own !== undefined && isSamePlace(own, given)) throw new Refusal(ALREADY_THERE)
  const password = process.env.PGPASSWORD ?? (process.stdin.isTTY ? await askHidden('Password: ') : '')
  return password === '' ? given : withPassword(given, password)
}

function hasPassword(target: string): boolean {
  return /^[^/]*\/\/[^/?]*:[^/?]*@/.test(target) || new URLSearchParams(target.split('?')[1]).has('password')
}

function isSamePlace(...urls: [string, string]): boolean {
  const [one, other] = urls.map((connectionString) => new pg.Client({ connectionString }))
  return one?.host === other?.host && one?.port === other?.port && one?.database === other?.database
}

/** In memory only. */
function withPassword(target: string, password: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${new URLSearchParams({ password })}`
}
