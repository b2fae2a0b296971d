import { detailOf, onUnexpected, reportClientError } from '@plinth/core/page'

/** In development, with message and stack. */
const send: typeof reportClientError = import.meta.env.DEV
  ? (id, route, error) => import.meta.hot?.send('page:failed', { id, route, detail: detailOf(error) ?? '' })
  : reportClientError

type Routed = { state: { matches: readonly { fullPath: unknown }[] } }

/**
 * Reports the errors of this page to the server's log: what nothing caught, and what `failureOf` reads for a
 * page to show.
 */
export function reportErrors(router: Routed): void {
  const ids = new Map<string, string>()
  const report = (thrown: unknown) => {
    // React says that it has rendered a page again, because of what.
    const { name = '', cause } = Object(thrown) as Partial<Error>
    if (isExpected.test(name) || isExpected.test((cause as Error | undefined)?.name ?? '')) return undefined
    // React renders again what threw: another error, of the same place.
    const place = String((thrown as Error | null)?.stack ?? thrown)
      .split('\n', 2)
      .join()
    const id = ids.get(place) ?? newId()
    const path = router.state.matches.at(-1)?.fullPath
    if (!ids.has(place)) send(id, typeof path === 'string' ? path : undefined, thrown)
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
