import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { OpenDatabase } from '@plinth/core/database/server'
import { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import { atEnd } from '../runner/at-end.ts'
import { requireBuild } from '../runner/require-build.ts'
import { lastsUntilTheEnd } from '../runner/run-folder.ts'
import { startApp, type RunningApp } from '../programs/running-app.ts'
import { openLastingDatabase, openTestDatabase, type TestDatabase } from '../test-database.ts'

export const PASSWORD = 'vier rote Ziegel am Fluss'

export type AppUnderTest = RunningApp & { db: OpenDatabase['db']; database: DatabaseProxy }

/**
 * The built application on a migrated database for this file; both end with the file. Its demo users have
 * PASSWORD.
 */
export async function openApp(env: Record<string, string> = {}): Promise<AppUnderTest> {
  const app = await startOn(await openTestDatabase(), env)
  atEnd(async () => {
    await app.stop()
    await app.database.close()
  })
  return app
}

async function startOn(
  { db, connection }: TestDatabase,
  env: Record<string, string>,
  parameters = '',
): Promise<AppUnderTest> {
  requireBuild()
  const database = await startDatabaseProxy(urlOf(connection))
  const DATABASE_URL = `${database.url}${parameters}`
  return {
    ...(await startApp({ env: { DATABASE_URL, DEMO_PASSWORD: PASSWORD, ...env } })),
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
      // Requests that a test lets wait for each other may do so for longer than two busy seconds.
      '?lock_timeout=15000',
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
