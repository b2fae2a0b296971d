import { createContext, type ComponentType } from 'react'

/**
 * What a pending page looks like: rows below a search field (a `table` is wider), cards (of `sections`, below
 * or beside links to them; of `home`, whose title is no name), text in a narrow column, or a conversation
 * (beside its `threads`).
 */
export type PageShape = 'list' | 'table' | 'cards' | 'home' | 'sections' | 'form' | 'conversation' | 'threads'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The skeleton while the page is pending. */
    shape?: PageShape
  }
}

/** The skeletons. Provided by the shell of the signed-in area, so that public pages don't load them. */
export const PageSkeletonContext = createContext<ComponentType<{ shape: PageShape }> | undefined>(undefined)
