import { queryOptions } from '@tanstack/react-query'
import { readAuth } from '@plinth/core/auth'

// Fetched by the browser: the page is sent with skeletons.

type Reauthentication = { methods: string[]; passwordSetAt: string | null }

/** How the user can re-authenticate. Refetched every time. */
export const reauthenticationMethods = queryOptions({
  queryKey: ['account', 'reauthentication'],
  queryFn: ({ signal }) => readAuth<Reauthentication>('/reauthenticate/methods', { signal }),
  staleTime: 0,
  gcTime: 0,
})
