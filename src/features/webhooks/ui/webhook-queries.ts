import { infiniteQueryOptions } from '@tanstack/react-query'
import type { RouterOutput, Trpc } from '@plinth/core/client'

export type ListedEndpoint = RouterOutput['webhooks']['list']['items'][number]
export type Endpoint = RouterOutput['webhooks']['deliveries']['endpoint']
export type Delivery = RouterOutput['webhooks']['deliveries']['items'][number]

/** An attempt that is due this soon is worth waiting for. */
const SOON_MS = 30_000
const ASK_EVERY_MS = 2_000

/** The organization's endpoints, and the names of all events. */
export const endpointList = (trpc: Trpc) => trpc.webhooks.list.queryOptions()

/** An endpoint and its deliveries, newest first. Asks again while one of them is on its way. */
export const deliveryPages = (trpc: Trpc, id: string) =>
  infiniteQueryOptions({
    ...trpc.webhooks.deliveries.infiniteQueryOptions(
      { id, limit: 20 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isUnderWay)) ? ASK_EVERY_MS : false,
  })

const isUnderWay = ({ nextAttemptAt }: Delivery) =>
  nextAttemptAt !== null && nextAttemptAt.getTime() < Date.now() + SOON_MS
