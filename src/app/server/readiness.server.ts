import { pendingMigrations } from '#/core/db/migrate.server.ts'
import { getServices } from './services.server.ts'

const TIMEOUT_MS = 1_700

let isStopping = false

/** Makes readiness return 503 from now on, because this process takes no new work. */
export function announceStop(): void {
  isStopping = true
}

/**
 * Returns 200 when the database responds and holds every migration and this process is not stopping, 503 with
 * the reason otherwise. Responds within two seconds, on a connection that no request uses. Reveals no
 * secrets.
 */
export async function readiness(): Promise<Response> {
  if (isStopping) return Response.json({ status: 'stopping' }, { status: 503 })
  try {
    const { probe } = await getServices()
    const pending = await Promise.race([pendingMigrations(probe), deadline()])
    if (pending.length > 0) return Response.json({ status: 'migrations pending', pending }, { status: 503 })
    return Response.json({ status: 'ready' })
  } catch {
    return Response.json({ status: 'database unavailable' }, { status: 503, headers: { 'retry-after': '2' } })
  }
}

const deadline = () =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('no answer before the deadline')), TIMEOUT_MS).unref(),
  )
