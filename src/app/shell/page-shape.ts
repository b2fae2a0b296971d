import { createContext, type ComponentType } from 'react'

/** What a pending page looks like. */
export type PageShape =
  | 'overview'
  | 'list'
  | 'detail'
  | 'form'
  | 'checklist'
  | 'threads'
  | 'conversation'
  | 'people'
  | 'rules'
  | 'figures'
  | 'table'
  | 'rows'
  | 'reference'
  | 'card'
  | 'settings'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The skeleton while the page is pending. */
    shape?: PageShape
  }
}

/** The skeletons. Provided by the shell of the signed-in area, so that public pages don't load them. */
export const PageSkeletonContext = createContext<ComponentType<{ shape: PageShape }> | undefined>(undefined)
