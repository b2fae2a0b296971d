import type { RegisteredRouter } from '@tanstack/react-router'
import { onUnexpected } from '#/lib/wire-error.ts'

/**
 * Reports the errors of this page to the server's log: what nothing caught, and what `failureOf` reads for a
 * page to show. Development shows them instead.
 */
export function reportErrors(router: RegisteredRouter): void {
  if (import.meta.env.DEV) return
  const ids = new Map<string, string>()
  const send = async (id: string, error: unknown) => {
    const { sendError } = await import('#/lib/client-error.ts')
    sendError(id, router.state.matches.at(-1)?.fullPath, error)
  }
  const report = (error: unknown) => {
    // React renders again what threw: another error, of the same place.
    const place = String((error as Error | null)?.stack ?? error)
      .split('\n', 2)
      .join()
    const known = ids.get(place)
    if (known !== undefined) return known
    const id = newId()
    ids.set(place, id)
    void send(id, error).catch(() => {})
    return id
  }
  onUnexpected(report)
  addEventListener('error', ({ error }) => void report(error))
  addEventListener('unhandledrejection', ({ reason }) => void report(reason))
}

const newId = () => crypto.getRandomValues(new Uint32Array(2)).join('').slice(0, 16)
