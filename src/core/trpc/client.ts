import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  isNonJsonSerializable,
  loggerLink,
  splitLink,
  type TRPCClient,
} from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import superjson from 'superjson'
import { ACTOR_HEADER } from '#/core/auth/viewer.ts'

const URL = '/api/trpc'
const multipart = { serialize: (data: unknown) => data, deserialize: superjson.deserialize }

/**
 * The browser's tRPC client: subscriptions come as a stream of events, form data goes by a link of its own, everything else is batched; queries are GET, mutations POST; cookies travel, no
 * header is added. Failures are logged when the response comes, in development every call. `onActor` gets the mark of the person as whom each
 * answer was given, before the answer itself is looked at.
 */
export function createBrowserClient<Router extends AnyTRPCRouter>(onActor?: (mark: string) => Promise<void>): TRPCClient<Router> {
  const fetchWithCookies: typeof fetch = async (input, init) => {
    const response = await fetch(input, { ...init, credentials: 'include' })
    const mark = response.headers.get(ACTOR_HEADER)
    if (mark !== null) await onActor?.(mark)
    return response
  }
  return createTRPCClient<AnyTRPCRouter>({
    links: [
      loggerLink({ enabled: (event) => import.meta.env.DEV || (event.direction === 'down' && event.result instanceof Error) }),
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({ url: URL, transformer: superjson }),
        false: splitLink({
          condition: ({ input }) => isNonJsonSerializable(input),
          true: httpLink({ url: URL, transformer: multipart, fetch: fetchWithCookies }),
          false: httpBatchLink({ url: URL, transformer: superjson, fetch: fetchWithCookies, maxItems: 20, maxURLLength: 8_000 }),
        }),
      }),
    ],
  })
}
