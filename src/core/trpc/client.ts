import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  isNonJsonSerializable,
  loggerLink,
  splitLink,
  type TRPCClient,
  type TRPCLink,
} from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import superjson from 'superjson'
import { pageFetch } from '#/core/auth/page-fetch.ts'
import { ACTOR_HEADER } from '#/core/auth/viewer.ts'

const URL = '/api/trpc'
const multipart = { serialize: (data: unknown) => data, deserialize: superjson.deserialize }

export type Notices = { onActor?: (mark: string) => Promise<void>; onStreamLost?: () => void }

/**
 * The browser's tRPC client: subscriptions come as a stream of events, form data goes by a link of its own,
 * everything else is batched; queries are GET, mutations POST; cookies travel, no header is added. Failures
 * are logged when the response comes, in development every call. `onActor` gets the mark of the person as
 * whom each answer was given, before the answer itself is looked at. `onStreamLost` is called when a stream
 * has ended for good: the browser does not say whether its session has.
 */
export function createBrowserClient<Router extends AnyTRPCRouter>({
  onActor,
  onStreamLost,
}: Notices = {}): TRPCClient<Router> {
  const fetchAndNotice: typeof pageFetch = async (input, init) => {
    const response = await pageFetch(input, init)
    const mark = response.headers.get(ACTOR_HEADER)
    if (mark !== null) await onActor?.(mark)
    return response
  }
  const noticeLostStream: TRPCLink<AnyTRPCRouter> =
    () =>
    ({ op, next }) =>
      observable((observer) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            onStreamLost?.()
            observer.error(error)
          },
        }),
      )
  return createTRPCClient<AnyTRPCRouter>({
    links: [
      loggerLink({
        enabled: (event) =>
          import.meta.env.DEV || (event.direction === 'down' && event.result instanceof Error),
      }),
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: [noticeLostStream, httpSubscriptionLink({ url: URL, transformer: superjson })],
        false: splitLink({
          condition: ({ input }) => isNonJsonSerializable(input),
          true: httpLink({ url: URL, transformer: multipart, fetch: fetchAndNotice }),
          false: httpBatchLink({
            url: URL,
            transformer: superjson,
            fetch: fetchAndNotice,
            maxItems: 20,
            maxURLLength: 8_000,
          }),
        }),
      }),
    ],
  })
}
