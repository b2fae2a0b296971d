import { createContext, type ComponentType } from 'react'

/**
 * What a pending page looks like: rows below a search field (of a `table`, which is wider, or of `people`) or
 * below a filter (of a `checklist`), cards (of `sections`, below or beside links to them; of `home`, whose
 * title is no name; between `figures`), fields or text in a narrow column, or a conversation (beside its
 * `threads`).
 */
export type PageShape =
  | 'list'
  | 'checklist'
  | 'table'
  | 'people'
  | 'cards'
  | 'figures'
  | 'home'
  | 'sections'
  | 'form'
  | 'article'
  | 'conversation'
  | 'threads'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The skeleton while the page is pending. */
    shape?: PageShape
  }
}

type PageParts = { PageSkeleton: ComponentType<{ shape: PageShape }>; FailedPageHead: ComponentType }

/** Provided by the shell of the signed-in area, so that public pages don't load them. */
export const PagePartsContext = createContext<PageParts | undefined>(undefined)
