import { authorize } from '#/core/access/access.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { detectLanguage } from '#/lib/text-language.ts'
import { documentsAccess } from './documents.access.ts'
import type { SearchDocumentsInput } from './documents.schema.ts'
import { findCandidates, readLibrary, readStems } from './retrieval/find-candidates.server.ts'
import { rescore } from './retrieval/rescore.server.ts'

export const SEARCHES_PER_MINUTE = 120

// Coverage of the question by the best passage: see docs/decisions/010-documents-and-retrieval.md.
const ANSWER_FROM = 0.45
const POSSIBLE_FROM = 0.22

export type Confidence = 'answer' | 'possible' | 'none'
export type Passage = { documentId: string; name: string; text: string; page: number; start: number; end: number; score: number }
export type FoundPassages = { items: Passage[]; confidence: Confidence }

/**
 * The passages of the workspace's documents that fit a question best, best first, with how sure it is that they answer it. `text` stands in the document on
 * `page` from `start` to `end`; `score` is 0 to 1 and compares passages of one answer only. Any member, 120 a minute.
 */
export async function searchDocuments(ctx: VerbContext, { query, limit }: SearchDocumentsInput): Promise<FoundPassages> {
  const actor = authorize(ctx.actor, documentsAccess.search)
  await consumeLimit(ctx.db, `documents.search:${actor.userId}`, { max: SEARCHES_PER_MINUTE, windowSeconds: 60 })
  const { languages, ...library } = await readLibrary(ctx.db, actor)
  if (languages.length === 0) return { items: [], confidence: 'none' }
  const stems = await readStems(ctx.db, actor, { text: query, languages, passages: library.passages })
  const question = { text: query, language: detectLanguage(query), stems }
  const found = rescore(question, await findCandidates(ctx.db, actor, { question, library }), library)
  const items = found.slice(0, limit).map(({ passage, score }) => {
    const { documentId, name, text, page, start, end } = passage
    return { documentId, name, text, page, start, end, score }
  })
  return { items, confidence: confidenceOf(found[0]?.coverage ?? 0) }
}

function confidenceOf(coverage: number): Confidence {
  if (coverage >= ANSWER_FROM) return 'answer'
  return coverage >= POSSIBLE_FROM ? 'possible' : 'none'
}
