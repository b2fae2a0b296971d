import type { RegisteredRouter } from '@tanstack/react-router'
import { CLIENT_ERRORS_PATH, createReporter } from '#/lib/client-error.ts'
import { onUnexpected } from '#/lib/wire-error.ts'

/**
 * Reports the errors of this page to the server's log: what nothing caught, and what `failureOf` reads for a
 * page to show. Development shows them instead.
 */
export function reportErrors(router: RegisteredRouter): void {
  if (import.meta.env.DEV) return
  const report = createReporter(
    () => router.state.matches.at(-1)?.fullPath ?? '/',
    // Neither waits nor fails, and survives that the page is left.
    (error) =>
      navigator.sendBeacon(
        CLIENT_ERRORS_PATH,
        new Blob([JSON.stringify(error)], { type: 'application/json' }),
      ),
  )
  onUnexpected(report)
  addEventListener('error', ({ error }) => void report(error))
  addEventListener('unhandledrejection', ({ reason }) => void report(reason))
}
