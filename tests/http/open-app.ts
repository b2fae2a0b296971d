import type pg from 'pg'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import { atEnd } from '../at-end.ts'
import { requireBuild } from '../require-build.ts'
import { startApp, type RunningApp } from '../running-app.ts'
import { openTestDatabase } from '../test-database.ts'

export const PASSWORD = 'vier rote Ziegel am Fluss'

export type AppUnderTest = RunningApp & { db: OpenDatabase['db']; database: DatabaseProxy }

/** The built application on a migrated database of this file's own; both end with the file. Its demo people have PASSWORD. */
export async function openApp(env: Record<string, string> = {}): Promise<AppUnderTest> {
  requireBuild()
  const { db, connection } = await openTestDatabase()
  const database = await startDatabaseProxy(urlOf(connection))
  const app = await startApp({ env: { DATABASE_URL: database.url, DEMO_PASSWORD: PASSWORD, ...env } })
  atEnd(async () => {
    await app.stop()
    await database.close()
  })
  return { ...app, db, database }
}

/** What has to be set outside local mode. */
export const publicSettings = {
  BETTER_AUTH_SECRET: 'k3vT9mQ2xW8zR5nB7cJ4hL6pD1sF0gYa',
  SMTP_URL: 'smtp://127.0.0.1:9',
}

/** DATABASE_URL of a connection: the embedded server of a test run is reached by its socket. */
export function urlOf({ connectionString, host = '', port, user = '', database = '' }: pg.ClientConfig): string {
  if (connectionString) return connectionString
  return `postgres://${encodeURIComponent(user)}@/${database}?${new URLSearchParams({ host, port: String(port) })}`
}
