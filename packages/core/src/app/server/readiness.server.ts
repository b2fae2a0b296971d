import type pg from 'pg'
import { pendingMigrations } from '#/db/migrate.server.ts'
import { deadline } from '#/lib/deadline.ts'
import { getServices } from './services.server.ts'

const TIMEOUT_MS = 1_700

let isStopping = false

/** Makes readiness return 503 from now on, because this process takes no new work. */
export function announceStop(): void {
  isStopping = true
}

/**
 * Returns 200 when the database responds, takes writes and holds every migration and this process is not
 * stopping, 503 with the reason otherwise. Responds within two seconds, on a connection that no request uses.
 * Reveals no secrets.
 */
export async function readiness(): Promise<Response> {
  if (isStopping) return Response.json({ status: 'stopping' }, { status: 503 })
  try {
    const { probe } = await getServices()
    const [pending, isReadOnly] = await Promise.race([
      Promise.all([pendingMigrations(probe), takesNoWrites(probe)]),
      deadline(TIMEOUT_MS),
    ])
    if (isReadOnly) return Response.json({ status: 'database read-only' }, { status: 503 })
    if (pending.length > 0) return Response.json({ status: 'migrations pending', pending }, { status: 503 })
    return Response.json({ status: 'ready' })
  } catch {
    return Response.json({ status: 'database unavailable' }, { status: 503, headers: { 'retry-after': '2' } })
  }
}

/** True for a standby, and for a database that an operator has set to read-only. */
async function takesNoWrites(probe: pg.Pool): Promise<boolean> {
  const { rows } = await probe.query<{ isReadOnly: boolean }>(
    `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  )
  return rows[0]?.isReadOnly === true
}
