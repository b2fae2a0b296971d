import type { TrpcClient } from './react.ts'

/** A client for a page that calls procedures only when its user does something. */
export const loadBrowserClient = async (): Promise<TrpcClient> =>
  (await import('./client.ts')).createBrowserClient()
