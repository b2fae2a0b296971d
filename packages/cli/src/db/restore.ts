// npm run restore -- FILE [--new-secret]: a backup into an empty database and an empty folder of files. Run
// again, it continues an interrupted restore. --show-secret only prints the secret in it. --list prints the
// scheduled backups; FILE may be the name of one.
import '../load-env.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isEncryptedBackup } from '@plinth/core/internal/backup/archive.server.ts'
import type { BackupPlace, KeptBackup } from '@plinth/core/internal/backup/backup-place.server.ts'
import { openBackups } from '@plinth/core/internal/backup/kept-backups.server.ts'
import { type Env, getEnv } from '@plinth/core/internal/env/env.server.ts'
import { keptSecret } from '@plinth/core/internal/env/signing-secret.server.ts'
import { openStorage } from '@plinth/core/internal/storage/open-storage.server.ts'
import type { Storage } from '@plinth/core/internal/storage/storage.server.ts'
import { brandKey } from '../project.ts'
import { openOrExplain, Refusal } from '../welcome.ts'
import { withConnection } from '../with-database.ts'
import { askPassphrase } from './ask-passphrase.ts'
import { directConnection } from './direct-pool.ts'
import { checkBackup, restoreBackup, type CheckedBackup } from './restore/restore-backup.ts'

const startedAt = Date.now()
const seconds = () => `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`
const asked = await openOrExplain(async () => readArguments())
const { showSecret, newSecret } = asked
if (asked.list) {
  await openOrExplain(printScheduled)
  process.exit(0)
}
const file = await openOrExplain(() => fileOf(asked.name))
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

/** The place of scheduled backups and what is in it. Throws Refusal when the bucket can't be listed. */
async function readScheduled(): Promise<{ place: BackupPlace; backups: KeptBackup[] }> {
  const place = await openBackups(getEnv())
  try {
    return { place, backups: await place.list() }
  } catch (error) {
    const { cause, message } = error as Error
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : message
    throw new Refusal(`${place.name} can't be listed (${reason}). Check BACKUPS_URL and its credentials.`)
  }
}

async function printScheduled(): Promise<void> {
  const { place, backups } = await readScheduled()
  if (backups.length === 0) console.log(`There is no backup in ${place.name}.`)
  for (const { name: scheduled, sizeBytes } of backups)
    console.log(`${scheduled}  ${(sizeBytes / 1_000_000).toFixed(1)} MB`)
}

/** The file, or the scheduled backup of that name; from a bucket it is copied into DATA_DIR/backups. */
async function fileOf(given: string): Promise<string> {
  const here = path.resolve(given)
  if (existsSync(here)) return here
  const { place, backups } = await readScheduled()
  if (!backups.some((scheduled) => scheduled.name === given)) return here
  const fetched = await place.fetch(given)
  console.log(`${fetched} is ${given} of ${place.name} (${seconds()}).`)
  return fetched
}

type Arguments = { name: string; list: boolean; showSecret: boolean; newSecret: boolean }

function readArguments(): Arguments {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      'show-secret': { type: 'boolean' },
      'new-secret': { type: 'boolean' },
    },
    strict: false,
  })
  const [given = '', ...more] = positionals
  if ((values.list === true) === (given !== '') || more.length > 0)
    throw new Refusal(
      `Name the backup: npm run restore -- ${brandKey}.backup. --list prints the scheduled ones.`,
    )
  return {
    name: given,
    list: values.list === true,
    showSecret: values['show-secret'] === true,
    newSecret: values['new-secret'] === true,
  }
}
