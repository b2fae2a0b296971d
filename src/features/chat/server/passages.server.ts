import type { VerbContext } from '@plinth/core/verb/server'

/**
 * A passage of a document that an answer may cite. `start` and `end` locate `text` on `page`; `score` ranks
 * passages within one search.
 */
export type CitedPassage = {
  documentId: string
  name: string
  /** The headings above it. */
  heading?: string
  text: string
  page: number
  start: number
  end: number
  score?: number
}
export type FoundPassages = { items: CitedPassage[]; confidence: 'answer' | 'possible' | 'none' }
export type SearchPassages = (
  ctx: VerbContext,
  asked: { query: string; limit: number },
) => Promise<FoundPassages>

let search: SearchPassages | undefined

/**
 * Provides the search for passages that answers cite. A feature that has passages calls it at start.
 * @public
 */
export function providePassages(given: SearchPassages): void {
  search = given
}

/** Returns passages for a question; none if no feature has any. */
export const searchPassages: SearchPassages = async (ctx, asked) =>
  (await search?.(ctx, asked)) ?? { items: [], confidence: 'none' }
