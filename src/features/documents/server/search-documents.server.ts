import { type SignedInActor, authorize } from '@plinth/core/access'
import { type VerbContext, consumeLimit } from '@plinth/core/verb/server'
import { detectLanguage, subjectOf } from '#/lib/text-language.ts'
import { documentsAccess } from '../documents.access.ts'
import type { SearchDocumentsInput } from '../documents.schema.ts'
import {
  findCandidates,
  readLibrary,
  readStems,
  type FoundPassage,
} from './retrieval/find-candidates.server.ts'
import { findNearest, hasPgvector, type NearPassage } from './retrieval/find-nearest.server.ts'
import { fuseRanks } from './retrieval/fuse-ranks.ts'
import { readMeaning } from './retrieval/read-meaning.server.ts'
import { rescore, type Scored } from './retrieval/rescore.server.ts'

export const SEARCHES_PER_MINUTE = 120

// How much of the question's subject the best passage covers.
const ANSWER_FROM = 0.5
const POSSIBLE_FROM = 0.27
// The minimum nearness of a passage that shares no word with the question. It is never more than `possible`.
const NEAR_FROM = 1 / 3

export type Confidence = 'answer' | 'possible' | 'none'
export type Passage = {
  documentId: string
  name: string
  /** The headings above the passage. `text` begins with those directly before it. */
  heading: string
  text: string
  page: number
  start: number
  end: number
  score: number
}
export type FoundPassages = { items: Passage[]; confidence: Confidence }

/**
 * Returns the best matching passages of the workspace's documents and the confidence that they answer the
 * question. Searches by words, and by meaning if an embedding model is configured and responds before the
 * deadline. `text` is the slice of `page` from `start` to `end`; `score` is 0 to 1, comparable within one
 * result only. Any member, 120 calls a minute.
 */
export async function searchDocuments(
  ctx: VerbContext,
  { query, limit }: SearchDocumentsInput,
): Promise<FoundPassages> {
  const actor = authorize(ctx.actor, documentsAccess.search)
  await consumeLimit(ctx.db, `documents.search:${actor.userId}`, {
    max: SEARCHES_PER_MINUTE,
    windowSeconds: 60,
  })
  const library = await readLibrary(ctx.db, actor)
  if (library.languages.length === 0) return { items: [], confidence: 'none' }
  const [byWords, near] = await Promise.all([
    findByWords(ctx, actor, { query, library }),
    findByMeaning(ctx, actor, query),
  ])
  const shown = fuse(byWords, near).slice(0, limit)
  const items = shown.map(({ passage, score }) => {
    const { documentId, name, heading, text, page, start, end } = passage
    return { documentId, name, heading, text, page, start, end, score }
  })
  // Only returned passages count toward the confidence.
  const isShown = (one: Place) => shown.some(({ passage }) => placeOf(passage) === placeOf(one))
  const [best] = byWords
  const [nearest] = near
  const confidence = confidenceOf(best && isShown(best.passage) ? best.coverage : 0)
  const isNear = nearest && nearest.nearness >= NEAR_FROM && isShown(nearest)
  return { items, confidence: confidence === 'none' && isNear ? 'possible' : confidence }
}

type Asked = { query: string; library: Awaited<ReturnType<typeof readLibrary>> }

async function findByWords(
  { db }: VerbContext,
  actor: SignedInActor,
  { query, library }: Asked,
): Promise<Scored<FoundPassage>[]> {
  const { languages, passages } = library
  const subject = subjectOf(query)
  const stems = await readStems(db, actor, { text: query, subject, languages, passages })
  const question = { text: query, subject, language: detectLanguage(query), stems }
  return rescore(question, await findCandidates(db, actor, { question, library }), library)
}

type Near = NearPassage & { nearness: number }
type Ranked = { passage: Omit<NearPassage, 'cosine'>; score: number }

/** Returns the nearest passages in meaning, or none if there is no model or it failed. */
async function findByMeaning(
  { db, embedding, log, signal }: VerbContext,
  actor: SignedInActor,
  query: string,
): Promise<Near[]> {
  const meaning = embedding && (await readMeaning(query, { embedding, log, signal }))
  if (!meaning) return []
  const { model, vector, nearness } = meaning
  const found = await findNearest(db, actor, { model, vector, withPgvector: await hasPgvector(db) })
  return found.map((passage) => ({ ...passage, nearness: nearness(passage.cosine) }))
}

/** Fuses both rankings. Vector-only passages must be near enough, because something is always nearest. */
function fuse(byWords: readonly Scored<FoundPassage>[], near: readonly Near[]): readonly Ranked[] {
  const held = new Set(byWords.map(({ passage }) => placeOf(passage)))
  const wanted = near.filter((passage) => held.has(placeOf(passage)) || passage.nearness >= NEAR_FROM)
  if (wanted.length === 0) return byWords
  const passages = new Map<string, Ranked['passage']>(
    [...wanted, ...byWords.map(({ passage }) => passage)].map((passage) => [placeOf(passage), passage]),
  )
  const rankings = [byWords.map(({ passage }) => placeOf(passage)), wanted.map(placeOf)]
  return fuseRanks(rankings).flatMap(({ id, score }) => {
    const passage = passages.get(id)
    return passage ? [{ passage, score }] : []
  })
}

type Place = Pick<FoundPassage, 'documentId' | 'position'>
const placeOf = ({ documentId, position }: Place) => `${documentId} ${position}`

function confidenceOf(coverage: number): Confidence {
  if (coverage >= ANSWER_FROM) return 'answer'
  return coverage >= POSSIBLE_FROM ? 'possible' : 'none'
}
