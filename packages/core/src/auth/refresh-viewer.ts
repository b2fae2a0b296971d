import { createContext, use } from 'react'

export type RefreshOptions = {
  /** Where to navigate afterwards; without it the page stays. */
  to?: string
  /**
   * Changes the session before it is read again, so that no response in between triggers its own refresh.
   * Must not reject.
   */
  first?: () => Promise<unknown>
}

/** Provided by the shell of the signed-in area. */
export const RefreshViewerContext = createContext<(options?: RefreshOptions) => Promise<void>>(async () => {})

/**
 * Returns a function that refreshes the page from the session, for changes of the workspace, the role in it
 * or the user. It resolves when the page is up to date and never rejects.
 */
export const useRefreshViewer = () => use(RefreshViewerContext)
