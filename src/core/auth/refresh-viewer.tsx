import { createContext, use } from 'react'

export type RefreshOptions = {
  /** Where to go with it; the page stays where it is without. */
  to?: string
  /**
   * What changes the session, done before it is read again, so that no answer on the way calls for a refresh
   * of its own. Must not reject.
   */
  first?: () => Promise<unknown>
}

/** Provided by the shell of the signed-in area. */
export const RefreshViewerContext = createContext<(options?: RefreshOptions) => Promise<void>>(async () => {})

/**
 * Brings the page up to date with the session: call it for what changes the workspace, the role in it or the
 * user. Resolves when the new page stands; never rejects.
 */
export const useRefreshViewer = () => use(RefreshViewerContext)
