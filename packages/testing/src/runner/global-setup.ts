import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '@plinth/core/internal/db/migrate.server.ts'
import { openRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection that may create databases, and the name of the migrated template. */
    database: { connection: pg.ClientConfig; template: string }
  }
}

const template = `plinth_template_${process.pid}`

/**
 * Provides one server for the whole run: TEST_DATABASE_URL, or an embedded one in a temporary folder.
 * Migrates a template that each test file copies.
 */
export default async function setup(project: TestProject) {
  const expectNothingLeft = openRunFolder()
  const server = await startServer()
  const admin = new pg.Client(server.connection)
  await admin.connect()
  await admin.query(`CREATE DATABASE ${template}`)
  const pool = new pg.Pool({ ...databaseOf(server.connection, template), max: 2 })
  await migrateDatabase(pool)
  await pool.end()
  project.provide('database', { connection: server.connection, template })
  return async () => {
    await dropTestDatabases(admin)
    await admin.end()
    await server.stop()
    await expectNothingLeft()
  }
}

async function startServer(): Promise<{ connection: pg.ClientConfig; stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { connection: { connectionString: url }, stop: async () => {} }
  const { acquireEmbeddedServer } = await import('@plinth/postgres')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plinth-test-'))
  const log = { info() {}, warn: console.warn, error: console.error }
  const server = await acquireEmbeddedServer({ dataDir, log })
  await forgetful(server.connection)
  const endAtOnce = () => {
    const [pid] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGQUIT')
    rmSync(dataDir, { recursive: true, force: true })
  }
  // Vitest skips its teardown when it receives SIGTERM.
  process.once('SIGTERM', () => process.exit(143))
  process.once('exit', endAtOnce)
  return {
    connection: server.connection,
    async stop() {
      process.off('exit', endAtOnce)
      await server.release()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The data does not outlive the run, so the server need not wait for the disk. */
async function forgetful(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('ALTER SYSTEM SET fsync = off')
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}

/** The same server with another database. */
export function databaseOf(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

async function dropTestDatabases(admin: pg.Client) {
  const names = await admin.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname = $1 OR datname LIKE $2`,
    [template, `plinth_test_${process.pid}_%`],
  )
  for (const { datname } of names.rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
}
