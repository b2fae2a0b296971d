import type { QueryClient } from '@tanstack/react-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { Queries } from '../query-client/router-context.ts'
import { type Notices, createBrowserClient } from '@plinth/core/client'
import { type AppRouter, makeAppRouter, verbContext } from '@plinth/core/app/server'

type TrpcOf = Pick<Queries, 'trpc' | 'client'>

/**
 * Creates tRPC query options. On the server the procedures are called directly, with the context of the
 * request; in the browser they are called over HTTP. `notices` are those of `createBrowserClient`.
 */
export const createTrpc = createIsomorphicFn()
  .server(async (queryClient: QueryClient, _notices: Notices): Promise<TrpcOf> => {
    const request = getRequest()
    return {
      trpc: createTRPCOptionsProxy({
        router: await makeAppRouter(),
        ctx: () => verbContext(request),
        queryClient,
      }),
      client: undefined,
    }
  })
  .client((queryClient: QueryClient, notices: Notices): TrpcOf => {
    const client = createBrowserClient(notices)
    return { trpc: createTRPCOptionsProxy<AppRouter>({ client, queryClient }), client }
  })
