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
import { tap } from '@trpc/server/observable'
import superjson from 'superjson'
import { pageFetch } from '#/auth/page-fetch.ts'
import { ACTOR_HEADER } from '#/auth/viewer.ts'
import { failureOf } from '#/lib/wire-error.ts'
import { BATCH_MAX } from './batch-max.ts'
import { isOptional } from './optional-query.ts'
import type { TrpcClient } from './react.ts'

const URL = '/api/trpc'
const multipart = { serialize: (data: unknown) => data, deserialize: superjson.deserialize }

export type Notices = { onActor?: (mark: string) => Promise<void>; onStreamLost?: () => void }

/** The browser's tRPC client. */
export function createBrowserClient(notices: Notices = {}): TrpcClient {
  const client: TRPCClient<AnyTRPCRouter> = createTRPCClient<AnyTRPCRouter>({ links: [browserLink(notices)] })
  return client as unknown as TrpcClient
}

/** In development, hands what a write threw on the server to the page (src/shell/document/toast-host.tsx). */
const tellFailedWrite: TRPCLink<AnyTRPCRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      tap({
        error(error) {
          const { detail, requestId } = failureOf(error)
          if (op.type === 'mutation' && detail)
            dispatchEvent(new CustomEvent('write:failed', { detail: { detail, requestId } }))
        },
      }),
    )

/**
 * Calls procedures from the browser: subscriptions use server-sent events, form data has its own
 * link, everything else is batched. Development logs every call. `onActor` gets the actor
 * mark of each response before the response is read. `onStreamLost` is called when a stream has ended for
 * good; the session may have ended with it, which the browser can't tell.
 */
function browserLink({ onActor, onStreamLost }: Notices): TRPCLink<AnyTRPCRouter> {
  const fetchAndNotice: typeof pageFetch = async (input, init) => {
    const response = await pageFetch(input, init)
    const mark = response.headers.get(ACTOR_HEADER)
    if (mark !== null) await onActor?.(mark)
    return response
  }
  const noticeLostStream: TRPCLink<AnyTRPCRouter> =
    () =>
    ({ op, next }) =>
      next(op).pipe(tap({ error: () => onStreamLost?.() }))
  const log = import.meta.env.DEV ? [loggerLink(), tellFailedWrite] : []
  return splitLink({
    condition: ({ type }) => type === 'subscription',
    true: [...log, noticeLostStream, httpSubscriptionLink({ url: URL, transformer: superjson })],
    false: [
      ...log,
      splitLink({
        condition: ({ input }) => isNonJsonSerializable(input),
        true: httpLink({ url: URL, transformer: multipart, fetch: fetchAndNotice }),
        false: splitLink({
          condition: ({ context }) => isOptional(context),
          true: httpLink({ url: URL, transformer: superjson, fetch: fetchAndNotice }),
          false: httpBatchLink({
            url: URL,
            transformer: superjson,
            fetch: fetchAndNotice,
            maxItems: BATCH_MAX,
            maxURLLength: 8_000,
          }),
        }),
      }),
    ],
  })
}
