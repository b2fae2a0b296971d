import { ClientOnly } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// Development only: a build leaves them out, and a server has not even installed them.
const None = (_: { position?: string; buttonPosition?: string }) => null
const RouterPanel = lazy(async () => ({
  default: import.meta.env.DEV
    ? (await import('@tanstack/react-router-devtools')).TanStackRouterDevtools
    : None,
}))
const QueryPanel = lazy(async () => ({
  default: import.meta.env.DEV ? (await import('@tanstack/react-query-devtools')).ReactQueryDevtools : None,
}))

// Hidden on phones, where the bar covers that corner.
export const RouterDevtools = () => (
  <ClientOnly>
    {/* Leaves room for the button of the query devtools. */}
    <div className="max-md:hidden [&_button[aria-label^=Open]]:mr-18">
      <Suspense>
        <RouterPanel position="bottom-right" />
      </Suspense>
    </div>
  </ClientOnly>
)

/** Must be rendered inside QueryClientProvider. */
export const QueryDevtools = () => (
  <ClientOnly>
    <div className="max-md:hidden">
      <Suspense>
        <QueryPanel buttonPosition="bottom-right" />
      </Suspense>
    </div>
  </ClientOnly>
)
