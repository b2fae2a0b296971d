import { ClientOnly } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// Development only: rendered behind `import.meta.env.DEV`, so builds leave them out.
const RouterPanel = lazy(async () => ({
  default: (await import('@tanstack/react-router-devtools')).TanStackRouterDevtools,
}))
const QueryPanel = lazy(async () => ({
  default: (await import('@tanstack/react-query-devtools')).ReactQueryDevtools,
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
