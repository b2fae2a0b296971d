import type pg from 'pg'
import { connectDatabase } from '@plinth/core/internal/db/connect-database.server.ts'
import type { OpenDatabase } from '@plinth/core/internal/db/database.server.ts'
import { acquireEmbeddedServer } from '@plinth/postgres'
import { prepareDataDir } from '@plinth/core/internal/env/data-dir.server.ts'
import { type Env, getEnv } from '@plinth/core/internal/env/env.server.ts'
import { createLog } from '@plinth/core/internal/log/log.server.ts'
import { exit } from './exit.ts'
import { stopSignal } from './stop-signal.ts'
import { openOrExplain } from './welcome.ts'

/** Migrates the configured database and runs `work` on it. The application may be running. */
export function withDatabase<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  return withConnection(async ({ connection }) => {
    const database = await connectDatabase({
      connection,
      directUrl: getEnv().DATABASE_DIRECT_URL,
      log: createLog('warn'),
    })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  })
}

/**
 * Runs `work` with a connection to the configured database. Starts the embedded server if none is running and
 * stops it if nothing else uses it. A signal ends the process as soon as the server has been released.
 */
export async function withConnection<T>(
  work: (database: { connection: pg.ClientConfig; env: Env }) => Promise<T>,
  stopsOn?: readonly NodeJS.Signals[],
): Promise<T> {
  const stopped = stopSignal(stopsOn)
  return openOrExplain(async () => {
    const env = getEnv()
    prepareDataDir(env.DATA_DIR)
    const server = env.DATABASE_URL
      ? undefined
      : await acquireEmbeddedServer({ dataDir: env.DATA_DIR, log: createLog('warn') })
    const connection = server?.connection ?? { connectionString: env.DATABASE_URL }
    const interrupted = stopped.then(() => 'interrupted' as const)
    const done = work({ connection, env }).then((result) => ({ result }))
    try {
      const outcome = await Promise.race([done, interrupted])
      if (outcome !== 'interrupted') return outcome.result
    } finally {
      await server?.release()
    }
    return exit(130)
  })
}
