import type { QueryClient } from '@tanstack/react-query'
import type { Trpc, TrpcClient } from '#/core/trpc/react.tsx'
import type { ProviderStates } from '#/core/auth/providers/providers.ts'
import type { HalfSignedIn, Viewer } from '#/core/auth/viewer.ts'
import type { I18n } from '#/core/i18n/i18n.ts'
import type { ShownAs } from '#/lib/display.ts'

/** A query's answer as it travels with the page. */
export type SentQuery = { key: object; data: object }

export type Data = {
  queryClient: QueryClient
  trpc: Trpc
  /** Undefined on the server, which calls the procedures directly. */
  client: TrpcClient | undefined
  /** What the loaders have awaited, for the browser to begin with. */
  sent(): SentQuery[]
  restore(sent: readonly SentQuery[]): void
}

export type DataHolder = {
  /** The data layer of this page or request, made by the first call. */
  ready(): Promise<Data>
  /** It, once made; undefined before. */
  readonly current: Data | undefined
  /**
   * Begins an empty one, for another workspace: what the old one holds or still gets stays with the page that
   * shows it, until the new page is there.
   */
  renew(): Promise<Data>
}

/** What every route gets in `beforeLoad`, `loader` and `head`. */
export type RouterContext = {
  i18n: I18n
  /** The signed-in person; null for a visitor. */
  viewer: Viewer | null
  /** A sign-in of this browser waits for its second factor; null otherwise. */
  halfSignedIn: HalfSignedIn | null
  /** The person left the sidebar narrow. */
  sidebarCollapsed: boolean
  /**
   * How pages are shown to this person, or in this browser. Only the server has to ask: the browser has the
   * document it came with.
   */
  display: ShownAs | undefined
  /** A sign-up is signed in at once; false where an address must be verified first. */
  signsUpAtOnce: boolean
  /** Which providers sign people in here. */
  providers: ProviderStates
  /** Query client and tRPC, fetched by the routes that need them and by no other. */
  data: DataHolder
}
