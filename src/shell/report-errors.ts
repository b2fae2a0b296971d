import type { RegisteredRouter } from '@tanstack/react-router'
import { onUnexpected, reportClientError } from '@plinth/core/page'

/**
 * Reports the errors of this page to the server's log: what nothing caught, and what `failureOf` reads for a
 * page to show. Development shows them instead.
 */
export function reportErrors(router: RegisteredRouter): void {
  if (import.meta.env.DEV) return
  const ids = new Map<string, string>()
  const report = (thrown: unknown) => {
    if (isExpected.test((thrown as Error | null)?.name ?? '')) return undefined
    // React renders again what threw: another error, of the same place.
    const place = String((thrown as Error | null)?.stack ?? thrown)
      .split('\n', 2)
      .join()
    const id = ids.get(place) ?? newId()
    if (!ids.has(place)) reportClientError(id, router.state.matches.at(-1)?.fullPath, thrown)
    ids.set(place, id)
    return id
  }
  onUnexpected(report)
  addEventListener('error', ({ error }) => void report(error))
  addEventListener('unhandledrejection', ({ reason }) => void report(reason))
}

/** An error response, or a request that was aborted or got no response. */
const isExpected = /^(Abort|Offline|Response|TRPCClient)Error$/

const newId = () => crypto.getRandomValues(new Uint32Array(2)).join('').padStart(8, '0').slice(-16)
