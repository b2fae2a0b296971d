import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '@plinth/core/internal/db/database.server.ts'
import type { OpenDatabase } from '@plinth/core/database/server'
import { createLog } from '@plinth/core/internal/log/log.server.ts'
import { atEnd } from './runner/at-end.ts'
import { databaseOf } from './runner/global-setup.ts'

export const testLog = createLog(process.env.TEST_LOG_LEVEL ?? 'silent')

export type TestDatabase = OpenDatabase & { connection: pg.ClientConfig }

/** For every pool of a test: twenty concurrent calls must not fail because the machine is busy. */
export const PATIENT = { connectionTimeoutMillis: 60_000, lock_timeout: 15_000 }

/** A migrated, empty database for all files of this process; the run drops it. */
export async function openLastingDatabase(): Promise<TestDatabase> {
  const connection = await createDatabase(inject('database').template)
  return { ...openDatabase({ ...connection, ...PATIENT, max: 4 }, testLog), connection }
}

/**
 * A migrated, empty database for this test file, dropped when the file ends. Call it at the top of a file or
 * in beforeAll.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const own = await createDatabase(inject('database').template)
  atEnd(() => dropDatabase(own))
  // Small: many test files and the applications they start share one server.
  const database = openDatabase({ ...own, ...PATIENT, max: 8 }, testLog)
  // Runs in reverse order: the pool closes before the database is dropped.
  atEnd(() => database.close())
  return { ...database, connection: own }
}

/**
 * Returns the connection to an empty database without tables for this test file; dropped when the file ends.
 */
export async function createEmptyDatabase(): Promise<pg.ClientConfig> {
  const own = await createDatabase('template0')
  atEnd(() => dropDatabase(own))
  return own
}

async function createDatabase(template: string): Promise<pg.ClientConfig> {
  const { connection, template: migrated } = inject('database')
  const name = `plinth_test_${migrated.split('_').at(-1)}_${randomBytes(6).toString('hex')}`
  await asAdmin(connection, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return databaseOf(connection, name)
}

function dropDatabase({ database, connectionString }: pg.ClientConfig): Promise<void> {
  const name = connectionString ? new URL(connectionString).pathname.slice(1) : database
  return asAdmin(inject('database').connection, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

/** Runs a statement such as CREATE DATABASE on its own connection. */
export async function asAdmin(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  // Only one session can copy a template at a time; a lock serializes test files that start together.
  try {
    await client.query('SELECT pg_advisory_lock(7305999)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
