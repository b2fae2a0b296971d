// npm run restore -- FILE [--new-secret]: a backup into an empty database and an empty folder of files. Run
// again, it continues an interrupted restore. --show-secret only prints the secret in it.
import '../load-env.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isEncryptedBackup } from '#/core/backup/archive.server.ts'
import { getEnv, type Env } from '#/core/env/env.server.ts'
import { keptSecret } from '#/core/env/signing-secret.server.ts'
import { openStorage } from '#/core/storage/open-storage.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { openOrExplain, Refusal } from '../welcome.ts'
import { withConnection } from '../with-database.ts'
import { askPassphrase } from './ask-passphrase.ts'
import { directConnection } from './direct-pool.ts'
import { checkBackup, restoreBackup, type CheckedBackup } from './restore/restore-backup.ts'

const startedAt = Date.now()
const seconds = () => `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`
const { file, showSecret, newSecret } = await openOrExplain(async () => readArguments())
const backup = await openOrExplain(async () => {
  const env = getEnv()
  const passphrase = (await isEncryptedBackup(file))
    ? (env.BACKUP_PASSPHRASE ?? (await askPassphrase('known')))
    : undefined
  return checkBackup(file, passphrase)
})
if (showSecret) {
  console.log(backup.secret)
  process.exit(0)
}
console.log(
  `${file} of ${backup.header.createdAt} is complete: ${backup.manifest.tables.length} tables, ${backup.manifest.files.count} files (${seconds()}).`,
)
await openOrExplain(async () => refuseOtherSecret(getEnv(), backup))
await withConnection(async ({ connection, env }) => {
  const storage = await openStorage(env)
  await restoreBackup(backup, {
    connection: directConnection(env, connection),
    storage,
    claimFiles: () => claimFiles(storage, backup),
    say: console.log,
  })
  if (!env.BETTER_AUTH_SECRET && !newSecret) keptSecret(env.DATA_DIR, 'secret', () => backup.secret)
})
console.log(`Restored in ${seconds()}; counts and digests match. Start the application with npm start.`)

/** The secret opens sessions and authenticator keys, so another one would sign everyone out for good. */
function refuseOtherSecret({ BETTER_AUTH_SECRET, DATA_DIR }: Env, { secret }: CheckedBackup): void {
  if (newSecret) return
  const kept = path.join(DATA_DIR, 'secret')
  const own = BETTER_AUTH_SECRET ?? (existsSync(kept) ? keptSecret(DATA_DIR, 'secret') : secret)
  if (own === secret) return
  const place = BETTER_AUTH_SECRET ? 'BETTER_AUTH_SECRET' : kept
  throw new Refusal(
    `${place} is not the secret of the backup: nobody could use their session or authenticator. Take the backup's ` +
      '(npm run restore -- FILE --show-secret), or give it up with --new-secret. Nothing was changed.',
  )
}

/** Marks the storage as the installation's. Throws Refusal for files of another one or of nobody. */
async function claimFiles(storage: Storage, { header }: CheckedBackup): Promise<void> {
  const { place } = storage
  const own = header.installation
  if (own !== null && (await place.readMark()) === own) return
  if (!(await place.isEmpty()))
    throw new Refusal(
      `${place.name} already has files. Restore into an empty ${place.name.split(' ')[0]}. Nothing was changed.`,
    )
  if (own !== null) await place.claim(own)
}

function readArguments(): { file: string; showSecret: boolean; newSecret: boolean } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'show-secret': { type: 'boolean' }, 'new-secret': { type: 'boolean' } },
    strict: false,
  })
  const [name, ...more] = positionals
  if (!name || more.length > 0) throw new Refusal('Name the backup: npm run restore -- plinth.backup')
  return {
    file: path.resolve(name),
    showSecret: values['show-secret'] === true,
    newSecret: values['new-secret'] === true,
  }
}
