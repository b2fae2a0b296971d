import type { QueryClient } from '@tanstack/react-query'
import type { Trpc, TrpcClient } from '@plinth/core/client'
import type { PendingSecondFactor, Viewer } from '@plinth/core/access'
import type { PageSettings } from '@plinth/core/feature'
import type { I18n } from '@plinth/core/texts'
import type { ShownAs } from '@plinth/core/format'

/** What every route gets in `beforeLoad`, `loader` and `head`. */
export type RouterContext = {
  i18n: I18n
  /** The signed-in user; null for a visitor. */
  viewer: Viewer | null
  /** A sign-in of this browser with a pending second factor; null otherwise. */
  pendingSecondFactor: PendingSecondFactor | null
  /** Whether the browser sent the cookie of a session that has ended. For the server only. */
  sessionIsOver: boolean
  /** Whether the user collapsed the sidebar. */
  sidebarCollapsed: boolean
  /** The display settings, for the server only: the browser has them in its document. */
  display: ShownAs | undefined
  /** What all pages may know of settings. */
  pageSettings: PageSettings
  /** The query client and tRPC, loaded by the routes that need them and no others. */
  queries: LazyQueries
}

/** The query client of a page or request with tRPC. */
export type Queries = {
  queryClient: QueryClient
  trpc: Trpc
  /** Undefined on the server, which calls the procedures directly. */
  client: TrpcClient | undefined
  /** The query results that loaders have awaited, to send to the browser. */
  prefetched(): PrefetchedQuery[]
  /** Puts them into the browser's cache. */
  restore(queries: readonly PrefetchedQuery[]): void
}

/** A query's result as it is sent with the page. */
export type PrefetchedQuery = { key: object; data: object }

export type LazyQueries = {
  /** The query client of this page or request, created by the first call. */
  ready(): Promise<Queries>
  /** Undefined until it is created. */
  readonly current: Queries | undefined
  /**
   * Creates an empty one for another workspace. The old page keeps the old one until the new page is shown.
   */
  renew(): Promise<Queries>
}
