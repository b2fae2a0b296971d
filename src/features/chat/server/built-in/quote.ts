import { eachGram, rarity } from '#/lib/letters.ts'
import type { Retrieval } from './built-in-options.server.ts'
import { splitSentences, type Sentence } from './sentences.ts'

/** A verbatim sentence of a passage, and the number of that passage, from 1. */
export type Quote = { text: string; passage: number }

const MOST_QUOTES = 3
const MOST_PASSAGES = 8
// Chosen on half of the articles that the search was measured with.
const LENGTH_SHARE = 0.3
const FIGURE_BONUS = 0.3
const BEFORE_SHARE = 0.1
const BEST_OF_PASSAGE_SHARE = 0.5
// Shares of the best score that further sentences need, in the same passage and in others: they drop a sixth
// of the sentences, and the one with the answer in 0 to 0.6 % of those questions.
const SAME_PASSAGE_FROM = 0.45
const OTHER_PASSAGE_FROM = 0.6
// The factor per rank for passages without scores.
const NEXT_PASSAGE = 0.9

type Item = Retrieval['items'][number]
type Candidate = Quote & { isHeading: boolean; ofPassage: number }
type Scored = Quote & { isHeading: boolean; score: number }

/** Returns the sentences of a passage, including the headings it may start with. */
export function sentencesOf({ text, heading = '' }: Item): (Sentence & { isHeading: boolean })[] {
  let begin = 0
  for (const block of text.split('\n\n')) {
    if (!heading.includes(block)) break
    begin += block.length + 2
  }
  return splitSentences(text).map((sentence) => ({ ...sentence, isHeading: sentence.at < begin }))
}

/**
 * Returns up to three sentences that share the most discriminative terms with the question, best first, and
 * none that match much less than the best; empty when none matches. Replaces a matching heading, which says
 * nothing by itself, with the sentence below it.
 */
export function chooseQuotes(question: string, { items }: Pick<Retrieval, 'items'>): Quote[] {
  const sentences = items.slice(0, MOST_PASSAGES).flatMap((item, at) =>
    sentencesOf(item).map(({ text, isHeading }) => ({
      text,
      isHeading,
      passage: at + 1,
      ofPassage: item.score ?? NEXT_PASSAGE ** at,
    })),
  )
  const ranked = withSurroundings(fitting(score(question, withoutTwins(sentences))))
    .filter(({ isHeading }) => !isHeading)
    .toSorted((a, b) => b.score - a.score)
  const [best] = ranked
  return ranked
    .slice(0, MOST_QUOTES)
    .filter(
      ({ score: own, passage }) =>
        best && own >= best.score * (passage === best.passage ? SAME_PASSAGE_FROM : OTHER_PASSAGE_FROM),
    )
    .map(({ text, passage }) => ({ text, passage }))
}

/** Keeps sentences that match the question, and the first sentence below a matching heading. */
function fitting(scored: readonly Scored[]): Scored[] {
  let below: number | undefined
  return scored.filter(({ score: own, passage, isHeading }) => {
    const fits = own > 0 || passage === below
    below = fits && isHeading ? passage : undefined
    return fits
  })
}

/**
 * Raises the score of a sentence by shares of the one before it, which may name its subject, and of the best
 * one in its passage.
 */
function withSurroundings(scored: readonly Scored[]): Scored[] {
  const best = new Map<number, number>()
  for (const { passage, score: own } of scored) best.set(passage, Math.max(own, best.get(passage) ?? 0))
  return scored.map((sentence, at) => {
    const before = scored[at - 1]?.passage === sentence.passage ? (scored[at - 1]?.score ?? 0) : 0
    return {
      ...sentence,
      score:
        sentence.score + BEFORE_SHARE * before + BEST_OF_PASSAGE_SHARE * (best.get(sentence.passage) ?? 0),
    }
  })
}

/** Removes duplicates: adjacent passages overlap. */
function withoutTwins(sentences: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>()
  return sentences.filter(({ text }) => !seen.has(text) && seen.add(text))
}

function score(question: string, sentences: readonly Candidate[]): Scored[] {
  const asked = gramsOf(question)
  const held = sentences.map(({ text }) => gramsOf(text))
  const weights = new Map(
    [...asked].map((gram) => [gram, rarity(held.filter((own) => own.has(gram)).length, held.length)]),
  )
  const meanSize = Math.max(1, held.reduce((sum, { size }) => sum + size, 0) / Math.max(1, held.length))
  const wantsFigure = asksForFigure(question)
  return sentences.map((sentence, at) => {
    const own = held[at] ?? new Set()
    const sum = [...weights].reduce((total, [gram, weight]) => total + (own.has(gram) ? weight : 0), 0)
    const figure = wantsFigure && /\d/.test(sentence.text) ? 1 + FIGURE_BONUS : 1
    const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * own.size) / meanSize
    return { ...sentence, score: (sum * figure * sentence.ofPassage) / length }
  })
}

function gramsOf(text: string): Set<number> {
  const grams = new Set<number>()
  eachGram(text, (gram) => grams.add(gram))
  return grams
}

/** Whether a question asks for a number or a date, by its words in the four languages. */
function asksForFigure(question: string): boolean {
  return /\b(?:when|how (?:many|much|old|long|far|high|tall|big|large)|what (?:year|date|percent\w*|number)|wann|wie ?(?:viele?|lange|hoch|weit|alt|groß|oft)|jahr|cu[aá]ndo|cu[aá]nt[oa]s?|qu[eé] (?:año|fecha|porcentaje)|quando|quant[oa]s?|qual (?:o |a )?(?:ano|data|percentual|porcentagem|n[uú]mero))/iu.test(
    question,
  )
}
