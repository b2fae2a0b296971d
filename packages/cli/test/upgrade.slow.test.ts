import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { acquireEmbeddedServer } from '@plinth/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '@plinth/core/internal/db/database.server.ts'
import { migrateDatabase } from '@plinth/core/internal/db/migrate.server.ts'
import { installServer } from '@plinth/cli/db/install-server.ts'
import { connectEmbedded } from '@plinth/testing/servers/embedded-database.ts'
import { createUser } from '@plinth/testing/factories.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { testLog } from '@plinth/testing/test-database.ts'

beforeAll(requireBuild)
const root = mkdtempSync(path.join(tmpdir(), 'plinth-upgrade-'))
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

test('data of PostgreSQL 17 is refused with what to do, and carried over to 18', async () => {
  const dataDir = path.join(root, 'data')
  const env = { DATA_DIR: dataDir }
  const modulesDir = await installServer('17', path.join(root, 'server'))
  const old = await acquireEmbeddedServer({ dataDir, log: testLog, modulesDir })
  const database = openDatabase(old.connection, testLog)
  await migrateDatabase(database.direct)
  const user = await createUser(database.db)

  const busy = runCommand(['npm', 'run', 'db:upgrade'], { env })
  expect([await busy.ended, busy.output()]).toEqual([1, expect.stringContaining('The database is in use')])
  await database.close()
  await old.release()

  await expect(startApp({ dataDir })).rejects.toThrow(
    /holds data of PostgreSQL 17, this release brings 18\. Carry it over with npm run db:upgrade/,
  )
  const startedAt = Date.now()
  const upgrade = runCommand(['npm', 'run', 'db:upgrade'], { env })
  expect([await upgrade.ended, upgrade.output()]).toEqual([
    0,
    expect.stringContaining('counts and digests match'),
  ])
  console.log(`drill: upgrade from 17 to 18: ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`)
  expect(readFileSync(path.join(dataDir, 'postgres-17/PG_VERSION'), 'utf8').trim()).toBe('17')
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres-upgrade'))).toEqual([])

  const app = await startApp({ dataDir })
  const client = await connectEmbedded(dataDir)
  const { rows } = await client.query('select id from "user" where id = $1', [user.id])
  await client.end()
  await app.stop()
  expect(rows).toEqual([{ id: user.id }])

  const again = runCommand(['npm', 'run', 'db:upgrade'], { env })
  expect([await again.ended, again.output()]).toEqual([
    1,
    expect.stringContaining('already one of PostgreSQL 18'),
  ])
})

test('an upgrade that broke off between its last steps starts nothing new, and is finished', async () => {
  const dataDir = path.join(root, 'data')
  const upgradeDir = path.join(dataDir, 'postgres-upgrade')
  mkdirSync(upgradeDir, { mode: 0o711 })
  renameSync(path.join(dataDir, 'postgres'), path.join(upgradeDir, 'postgres'))
  writeFileSync(path.join(upgradeDir, 'complete'), '')
  await expect(startApp({ dataDir })).rejects.toThrow(
    /An upgrade of the embedded database .* was interrupted/,
  )
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false)
  const finished = runCommand(['npm', 'run', 'db:upgrade'], { env: { DATA_DIR: dataDir } })
  expect([await finished.ended, finished.output()]).toEqual([0, expect.stringContaining('Upgraded')])
  const app = await startApp({ dataDir })
  expect(await app.stop()).toBe(0)
})
