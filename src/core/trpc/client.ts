import { createTRPCClient, type TRPCClient } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import { browserLink, type Notices } from './links.ts'
import type { TrpcClient } from './react.tsx'

export type { Notices } from './links.ts'

/** The browser's tRPC client. */
export function createBrowserClient(notices: Notices = {}): TrpcClient {
  const client: TRPCClient<AnyTRPCRouter> = createTRPCClient<AnyTRPCRouter>({ links: [browserLink(notices)] })
  return client as unknown as TrpcClient
}
