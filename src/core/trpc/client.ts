import { createTRPCClient, TRPCClientError, type TRPCClient, type TRPCLink } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import type { Notices } from './links.ts'
import type { TrpcClient } from './react.tsx'

export type { Notices } from './links.ts'

type Link = TRPCLink<AnyTRPCRouter>

/**
 * The browser's tRPC client. The code that calls procedures is loaded by the first call: a page comes with
 * its data, and many pages are left without a call.
 */
export function createBrowserClient(notices: Notices = {}): TrpcClient {
  const load = async () => (await import('./links.ts')).browserLink(notices)
  const client: TRPCClient<AnyTRPCRouter> = createTRPCClient<AnyTRPCRouter>({ links: [lazyLink(load)] })
  return client as unknown as TrpcClient
}

/** A link that is loaded by its first call. The calls that wait for it fail when it can't be loaded. */
function lazyLink(load: () => Promise<Link>): Link {
  return (runtime) => {
    let loading: Promise<ReturnType<Link>> | undefined
    const loaded = () =>
      (loading ??= load().then(
        (link) => link(runtime),
        (error: unknown) => {
          loading = undefined
          throw error
        },
      ))
    return (call) =>
      observable((observer) => {
        let subscription: Unsubscribable | undefined
        let isOver = false
        loaded().then(
          (link) => {
            if (!isOver) subscription = link(call).subscribe(observer)
          },
          (error: Error) => observer.error(TRPCClientError.from(error)),
        )
        return () => {
          isOver = true
          subscription?.unsubscribe()
        }
      })
  }
}
