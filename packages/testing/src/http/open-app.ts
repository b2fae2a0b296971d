import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { OpenDatabase } from '@plinth/core/database/server'
import { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import { atEnd } from '../runner/at-end.ts'
import { requireBuild } from '../runner/require-build.ts'
import { lastsUntilTheEnd } from '../runner/run-folder.ts'
import { startApp, type RunningApp } from '../programs/running-app.ts'
import { openLastingDatabase, openTestDatabase, PATIENT, type TestDatabase } from '../test-database.ts'

export const PASSWORD = 'vier rote Ziegel am Fluss'

export type AppUnderTest = RunningApp & { db: OpenDatabase['db']; database: DatabaseProxy }

/**
 * Parameters of a DATABASE_URL for requests that a test lets wait for each other: on a busy machine that
 * takes longer than the two seconds after which a wait for a lock ends.
 */
export const patiently = `?lock_timeout=${PATIENT.lock_timeout}`

/**
 * The built application on a migrated database for this file; both end with the file. Its demo users have
 * PASSWORD.
 */
export async function openApp(env: Record<string, string> = {}, parameters = ''): Promise<AppUnderTest> {
  const app = await startOn(await openTestDatabase(), env, parameters)
  atEnd(async () => {
    await app.stop()
    await app.database.close()
  })
  return app
}

async function startOn(
  { db, connection }: TestDatabase,
  env: Record<string, string>,
  parameters: string,
): Promise<AppUnderTest> {
  requireBuild()
  const proxy = await startDatabaseProxy(urlOf(connection))
  // With the parameters: instances of one database share a folder by its URL.
  const database = { ...proxy, url: `${proxy.url}${parameters}` }
  return {
    ...(await startApp({ env: { DATABASE_URL: database.url, DEMO_PASSWORD: PASSWORD, ...env } })),
    db,
    database,
  }
}

let shared: Promise<AppUnderTest> | undefined

/**
 * One application in local mode with `publicSettings.BETTER_AUTH_SECRET`, shared by all files of this process
 * whose tests create their own users: a start takes four seconds of CPU time. Files that cut the database,
 * count across users or change demo users open their own.
 */
export async function sharedApp(): Promise<AppUnderTest> {
  // It ends with this process (end-with-parent.mjs).
  shared ??= openLastingDatabase().then((database) =>
    startOn(
      database,
      { BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET, ...lastsUntilTheEnd },
      patiently,
    ),
  )
  const app = await shared
  // All files share one client address; they do not test its hourly limits.
  await app.db.execute(sql`delete from limit_counter where key like '%:address:%'`)
  return app
}

/**
 * A second instance behind the address of an application that has `publicSettings.BETTER_AUTH_SECRET`; ends
 * with the file.
 */
export async function startTwin(
  { url, database }: AppUnderTest,
  env: Record<string, string> = {},
): Promise<RunningApp> {
  const { BETTER_AUTH_SECRET } = publicSettings
  const twin = await startApp({
    env: { DATABASE_URL: database.url, BETTER_AUTH_SECRET, APP_URL: url, ...env },
  })
  atEnd(async () => void (await twin.stop()))
  return twin
}

/** The settings required outside local mode. */
export const publicSettings = {
  BETTER_AUTH_SECRET: 'k3vT9mQ2xW8zR5nB7cJ4hL6pD1sF0gYa',
  SMTP_URL: 'smtp://127.0.0.1:9',
}

/** The DATABASE_URL of a connection. The embedded server of a test run is reached through its socket. */
export function urlOf({
  connectionString,
  host = '',
  port,
  user = '',
  database = '',
}: pg.ClientConfig): string {
  if (connectionString) return connectionString
  return `postgres://${encodeURIComponent(user)}@/${database}?${new URLSearchParams({ host, port: String(port) })}`
}
