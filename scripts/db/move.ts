// npm run db:move -- postgres://user:password@host:5432/name, or -- embedded: copies the database there,
// which must be empty, and checks it. Files stay in DATA_DIR. The old database is not changed.
import '../load-env.ts'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { acquireEmbeddedServer } from '@plinth/embedded-postgres'
import { writeBackup } from '#/core/backup/write-backup.server.ts'
import { inOwnSession } from '#/core/db/database.server.ts'
import { MIGRATION_LOCK } from '#/core/db/migrate.server.ts'
import { getEnv, type Env } from '#/core/env/env.server.ts'
import { signingSecret } from '#/core/env/signing-secret.server.ts'
import { createLog } from '#/core/log/log.server.ts'
import { openOrExplain, Refusal } from '../welcome.ts'
import { withConnection } from '../with-database.ts'
import { directPool } from './direct-pool.ts'
import { refuseWhileUsed } from './refuse-while-used.ts'
import { checkBackup, restoreBackup } from './restore/restore-backup.ts'

const startedAt = Date.now()
const url = await openOrExplain(async () => readTarget(getEnv()))
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

function readTarget({ DATABASE_URL, DATABASE_DIRECT_URL }: Env): string {
  const [given, ...more] = process.argv.slice(2)
  const isUrl = given !== undefined && /^postgres(ql)?:\/\/.+/.test(given) && URL.canParse(given)
  if (more.length > 0 || !(isUrl || given === 'embedded'))
    throw new Refusal(
      'Name the target: npm run db:move -- postgres://user:password@host:5432/name, or -- embedded',
    )
  if (given === (DATABASE_URL ?? 'embedded') || given === DATABASE_DIRECT_URL)
    throw new Refusal('The database is already there: that is the one in use. Nothing was changed.')
  return given
}
