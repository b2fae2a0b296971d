import { pendingMigrations } from '#/core/db/migrate.server.ts'
import { getServices } from './services.server.ts'

let isStopping = false

/** This process takes no new work: readiness says so from now on. */
export function announceStop(): void {
  isStopping = true
}

/** 200 when the database answers and holds every migration and this process is not stopping, 503 with the reason otherwise. Says nothing secret. */
export async function readiness(): Promise<Response> {
  if (isStopping) return Response.json({ status: 'stopping' }, { status: 503 })
  try {
    const { pool } = await getServices()
    const pending = await pendingMigrations(pool)
    if (pending.length > 0) return Response.json({ status: 'migrations pending', pending }, { status: 503 })
    return Response.json({ status: 'ready' })
  } catch {
    return Response.json({ status: 'database unavailable' }, { status: 503, headers: { 'retry-after': '2' } })
  }
}
