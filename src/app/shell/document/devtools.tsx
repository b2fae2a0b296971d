import { ClientOnly } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// Fetched in development only: who draws these asks `import.meta.env.DEV`, and a build leaves them out.
const RouterPanel = lazy(async () => ({
  default: (await import('@tanstack/react-router-devtools')).TanStackRouterDevtools,
}))
const QueryPanel = lazy(async () => ({
  default: (await import('@tanstack/react-query-devtools')).ReactQueryDevtools,
}))

// Not on a phone, where every corner is taken.
export const RouterDevtools = () => (
  <ClientOnly>
    {/* Its button stands left of the other one. */}
    <div className="max-md:hidden [&_button[aria-label^=Open]]:mr-18">
      <Suspense>
        <RouterPanel position="bottom-right" />
      </Suspense>
    </div>
  </ClientOnly>
)

/** Inside the provider of the query client. */
export const QueryDevtools = () => (
  <ClientOnly>
    <div className="max-md:hidden">
      <Suspense>
        <QueryPanel buttonPosition="bottom-right" />
      </Suspense>
    </div>
  </ClientOnly>
)
