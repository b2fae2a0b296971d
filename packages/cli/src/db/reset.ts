// npm run db:reset [-- --yes]: erases the database and the uploaded files, then applies every migration.
// Local mode only.
import '../load-env.ts'
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { findForeignTables, migrateDatabase } from '@plinth/core/internal/db/migrate.server.ts'
import { readDatabaseUrl } from '@plinth/core/internal/env/database-url.server.ts'
import { type Env, getEnv } from '@plinth/core/internal/env/env.server.ts'
import { findForeignStorage } from '@plinth/core/internal/storage/installation.server.ts'
import { openStorage } from '@plinth/core/internal/storage/open-storage.server.ts'
import { isLoopbackHost } from '@plinth/core/internal/lib/loopback.ts'
import { openOrExplain, Refusal } from '../welcome.ts'
import { withConnection } from '../with-database.ts'
import { directPool } from './direct-pool.ts'
import { refuseWhileUsed } from './refuse-while-used.ts'

// Every schema that the application creates: its tables, the list of applied migrations, the jobs.
const SCHEMAS = ['public', 'drizzle', 'pgboss']

await openOrExplain(async () => refuseUnlessLocal(getEnv()))
await withConnection(async ({ connection, env }) => {
  // A connection pooler's own connections would count as other clients.
  const pool = directPool(env, connection)
  try {
    await refuseWhileUsed(pool, 'Nothing was erased.')
    const foreign = await findForeignTables(pool)
    if (foreign !== undefined) throw new Refusal(foreign)
    await refuseForeignFiles(pool, env)
    await confirm(env)
    // Before the database, because erasing it deletes the id that says whose files these are.
    await (await openStorage(env)).place.clear()
    await erase(pool)
    await migrateDatabase(pool)
  } finally {
    await pool.end()
  }
  console.log('The database is empty and every migration is applied. The next start writes the demo.')
})

function refuseUnlessLocal({ isLocal, APP_URL, DATABASE_URL, DATABASE_DIRECT_URL }: Env): void {
  if (!isLocal)
    throw new Refusal(`db:reset works in local mode only, and ${APP_URL} is public. Nothing was erased.`)
  for (const [name, connectionString] of Object.entries({ DATABASE_URL, DATABASE_DIRECT_URL })) {
    if (!connectionString) continue
    const { host } = readDatabaseUrl(connectionString)
    if (!host.startsWith('/') && !isLoopbackHost(host))
      throw new Refusal(
        `db:reset erases a database of this machine only, and ${name} leads to ${host}. Nothing was erased.`,
      )
  }
}

/** Throws unless the files belong to this database: their folder must carry its installation id. */
async function refuseForeignFiles(pool: pg.Pool, env: Env): Promise<void> {
  const { place } = await openStorage(env)
  if (await place.isEmpty()) return
  if (!(await hasInstallationId(pool)))
    throw new Refusal(
      `The database has no installation id, so nothing says whose files are in ${place.name}. ` +
        'Move them away or delete them, then run this again. Nothing was erased.',
    )
  const found = await findForeignStorage({ db: drizzle({ client: pool }), place, env })
  if (found) throw new Refusal(`${found} Nothing was erased.`)
}

async function hasInstallationId(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isThere: boolean }>(
    `select to_regclass('public.installation') is not null as "isThere"`,
  )
  if (!rows[0]?.isThere) return false
  return (await pool.query('select from installation')).rows.length > 0
}

async function confirm({ DATABASE_URL, DATA_DIR }: Env): Promise<void> {
  if (process.argv.includes('--yes')) return
  if (!process.stdin.isTTY)
    throw new Refusal(
      'Nobody is here to confirm. To erase everything without a question: npm run db:reset -- --yes',
    )
  const what = DATABASE_URL
    ? `the database ${readDatabaseUrl(DATABASE_URL).database}`
    : 'the embedded database'
  // Not in terminal mode: Ctrl-C must stay a signal.
  const prompt = createInterface({ input: process.stdin, output: process.stdout, terminal: false })
  const question = prompt.question(
    `This erases ${what} and every uploaded file in ${DATA_DIR}. Type yes to go on: `,
  )
  // Ctrl-D closes it without an answer.
  const answer = await Promise.race([question, once(prompt, 'close').then(() => '')])
  prompt.close()
  if (answer.trim() !== 'yes') throw new Refusal('Nothing was erased.')
}

async function erase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const schema of SCHEMAS) await client.query(`drop schema if exists ${schema} cascade`)
    await client.query('create schema public')
    await client.query('commit')
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new Refusal(
      `The user of DATABASE_URL does not own the database (${(error as Error).message}). Nothing was erased.`,
    )
  } finally {
    // Closes the connection and any open transaction with it.
    client.release(true)
  }
}
