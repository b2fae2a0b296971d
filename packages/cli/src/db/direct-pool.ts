import pg from 'pg'
import type { Env } from '@plinth/core/internal/env/env.server.ts'

/** A pool that bypasses a connection pooler, for work that needs one session. */
export function directPool(env: Env, connection: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({ ...directConnection(env, connection), max: 2 })
  // The server may end before the last idle connection is closed.
  pool.on('error', () => {})
  return pool
}

export const directConnection = (env: Env, connection: pg.ClientConfig): pg.ClientConfig =>
  env.DATABASE_DIRECT_URL ? { connectionString: env.DATABASE_DIRECT_URL } : connection
