import type { AnyTRPCRouter, inferRouterOutputs } from '@trpc/server'
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { TRPCClient } from '@trpc/client'
import { createContext, createElement, use, useMemo, type ReactNode } from 'react'
import type { RegisterRouter } from '#/lib/register.ts'

type AppRouter = RegisterRouter extends { router: infer Router extends AnyTRPCRouter }
  ? Router
  : AnyTRPCRouter

/** tRPC as query and mutation options, typed by the application's router. */
export type Trpc = TRPCOptionsProxy<AppRouter>

/** The output types of procedures: `RouterOutput['posts']['get']`. */
export type RouterOutput = inferRouterOutputs<AppRouter>

/** The client, typed by the application's router. */
export type TrpcClient = TRPCClient<AppRouter>

type TrpcLayer = { trpc: Trpc; client: TrpcClient | undefined }

const TrpcContext = createContext<TrpcLayer | undefined>(undefined)

export function TrpcProvider({ trpc, client, children }: TrpcLayer & { children: ReactNode }) {
  const value = useMemo(() => ({ trpc, client }), [trpc, client])
  return createElement(TrpcContext, { value }, children)
}

/**
 * Query and mutation options of every procedure: `useSuspenseQuery(useTRPC().posts.get.queryOptions({ id
 * }))`. Throws outside the signed-in area.
 */
export function useTRPC(): Trpc {
  const layer = use(TrpcContext)
  if (!layer) throw new Error('useTRPC needs TrpcProvider')
  return layer.trpc
}

/** The client itself, for subscriptions and collections. Browser only; throws on the server. */
export function useTRPCClient(): TrpcClient {
  const client = use(TrpcContext)?.client
  if (!client) throw new Error('useTRPCClient needs TrpcProvider, in the browser')
  return client
}
