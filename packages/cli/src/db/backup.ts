// npm run backup -- FILE [--encrypt]: database, files and secret in one file, while the application may be
// running. BACKUP_PASSPHRASE encrypts it; --encrypt asks for a passphrase.
import '../load-env.ts'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackup } from '@plinth/core/internal/backup/write-backup.server.ts'
import { signingSecret } from '@plinth/core/internal/env/signing-secret.server.ts'
import { openStorage } from '@plinth/core/internal/storage/open-storage.server.ts'
import { brandKey } from '../project.ts'
import { openOrExplain, Refusal } from '../welcome.ts'
import { withConnection } from '../with-database.ts'
import { askPassphrase } from './ask-passphrase.ts'
import { directPool } from './direct-pool.ts'

const startedAt = Date.now()
const { file, encrypt } = await openOrExplain(async () => readArguments())
await withConnection(async ({ connection, env }) => {
  const passphrase = env.BACKUP_PASSPHRASE ?? (encrypt ? await askPassphrase('new') : undefined)
  const pool = directPool(env, connection)
  try {
    const { tables, files } = await writeBackup(
      {
        pool,
        storage: await openStorage(env),
        secret: signingSecret(env),
      },
      file,
      { passphrase },
    )
    const rows = tables.reduce((sum, table) => sum + Number(table.rows), 0)
    const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
    console.log(
      `${file} has ${rows} rows of ${tables.length} tables and ${files.count} files${passphrase === undefined ? '' : ', encrypted'}. It took ${seconds} s.`,
    )
    if (files.missing.length > 0)
      console.warn(
        `${files.missing.length} files have a row but no bytes; they were deleted meanwhile or are lost.`,
      )
    if (passphrase === undefined)
      console.log(
        'Whoever reads it can sign in as anyone: it holds the secret. --encrypt asks for a passphrase.',
      )
  } finally {
    await pool.end()
  }
})

function readArguments(): { file: string; encrypt: boolean } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { encrypt: { type: 'boolean', default: false } },
    strict: false,
  })
  const [name, ...more] = positionals
  if (!name || more.length > 0)
    throw new Refusal(`Name the file to write: npm run backup -- ${brandKey}.backup [--encrypt]`)
  return { file: path.resolve(name), encrypt: values.encrypt === true }
}
