import type { ProviderStates } from '#/core/auth/providers/providers.ts'
import type { HalfSignedIn, Viewer } from '#/core/auth/viewer.ts'
import type { I18n } from '#/core/i18n/i18n.ts'
import type { ShownAs } from '#/lib/display.ts'
import type { DataHolder } from './query-client.ts'

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
