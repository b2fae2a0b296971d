import { ClientOnly } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// Fetched in development only: who draws these asks `import.meta.env.DEV`, and a build leaves them out.
const RouterPanel = lazy(async () => ({ default: (await import('@tanstack/react-router-devtools')).TanStackRouterDevtools }))
const QueryPanel = lazy(async () => ({ default: (await import('@tanstack/react-query-devtools')).ReactQueryDevtools }))

export function RouterDevtools() {
  return (
    <ClientOnly>
      <Suspense>
        <RouterPanel position="bottom-left" />
      </Suspense>
    </ClientOnly>
  )
}

/** Inside the provider of the query client. */
export function QueryDevtools() {
  return (
    <ClientOnly>
      <Suspense>
        <QueryPanel buttonPosition="bottom-right" />
      </Suspense>
    </ClientOnly>
  )
}
