import type pg from 'pg'
import { Refusal } from '../welcome.ts'

/** Throws Refusal while anybody else is connected to the database. */
export async function refuseWhileUsed(pool: pg.Pool, outcome: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend' and pid <> pg_backend_pid()`,
  )
  if (rows.length === 0) return
  const users = rows.map(({ name }) => name || 'unnamed').join(', ')
  throw new Refusal(
    `The database is in use (${users}). Stop the application and whatever else is connected, then run this again. ${outcome}`,
  )
}
