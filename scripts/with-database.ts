import { openDatabase, type OpenDatabase } from '#/core/db/database.server.ts'
import { acquireEmbeddedServer } from '#/core/db/embedded/embedded-server.server.ts'
import { migrateDatabase } from '#/core/db/migrate.server.ts'
import { getEnv } from '#/core/env/env.server.ts'
import { createLog } from '#/core/log/log.server.ts'
import { openOrExplain } from './welcome.ts'

/** Runs `work` on the configured database, migrated, and leaves it again. The application may run meanwhile. */
export async function withDatabase<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  return openOrExplain(async () => {
    const env = getEnv()
    const log = createLog('warn')
    const server = env.DATABASE_URL ? undefined : await acquireEmbeddedServer({ dataDir: env.DATA_DIR, log })
    const database = openDatabase(server?.connection ?? { connectionString: env.DATABASE_URL }, log)
    try {
      await migrateDatabase(database.pool)
      return await work(database)
    } finally {
      await database.close()
      await server?.release()
    }
  })
}
