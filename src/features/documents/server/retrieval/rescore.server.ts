import type { TextLanguage } from '#/lib/text-language.ts'
import { eachGram, rarity, termScore } from '#/lib/letters.ts'

/**
 * A stem of the question, whether it belongs to its subject, and the number of passages in the library that
 * contain it.
 */
export type QuestionStem = { stem: string; isSubject: boolean; holders: number }
export type Question = {
  text: string
  /** The words that count against a passage that lacks them, see `subjectOf`. */
  subject: string
  language: TextLanguage
  /** Its stems in each language of the library. */
  stems: ReadonlyMap<TextLanguage, readonly QuestionStem[]>
}
export type Library = { passages: number; meanWords: number }
export type Candidate = {
  text: string
  heading: string
  language: TextLanguage
  wordCount: number
  counts: Record<string, number>
}
export type Scored<Passage> = { passage: Passage; score: number; coverage: number }

// Tuned on one half of the articles that the bench `retrieval` reads, which reports its numbers for the other
// half.
const LETTERS_WEIGHT = 1.5
const SENTENCE_WEIGHT = 0.3
// The share of a word's letters from which a passage has a related word.
const RELATED_FROM = 0.5
export const SAME_LANGUAGE_WEIGHT = 1.2

/**
 * Sorts candidates, best first, by the weighted sum of three scores, each relative to the best: BM25 over
 * stems, BM25 over letter n-grams, and how much of the question the best sentence covers. `coverage` (0 to 1)
 * is the share of the question's subject the passage covers, not relative to the best candidate.
 */
export function rescore<Passage extends Candidate>(
  question: Question,
  candidates: readonly Passage[],
  library: Library,
): Scored<Passage>[] {
  const letters = lettersOf(question, candidates)
  const rows = candidates.map((passage, at) => {
    const { shareOf, ...found } = letters(at)
    return { passage, ...stemScore(question, passage, { library, shareOf }), ...found }
  })
  const best = (pick: (row: (typeof rows)[number]) => number) => Math.max(Number.EPSILON, ...rows.map(pick))
  const [bestStems, bestLetters, bestSentence] = [
    best((row) => row.stems),
    best((row) => row.letters),
    best((row) => row.sentence),
  ]
  return rows
    .map(({ passage, stems, letters: found, sentence, stemShare, sentenceShare }) => ({
      passage,
      score:
        ((stems / bestStems +
          (LETTERS_WEIGHT * found) / bestLetters +
          (SENTENCE_WEIGHT * sentence) / bestSentence) *
          (passage.language === question.language ? SAME_LANGUAGE_WEIGHT : 1)) /
        (SAME_LANGUAGE_WEIGHT * (1 + LETTERS_WEIGHT + SENTENCE_WEIGHT)),
      coverage: (stemShare + sentenceShare) / 2,
    }))
    .toSorted((a, b) => b.score - a.score)
}

function stemScore(
  { stems }: Question,
  { counts, language, wordCount }: Candidate,
  { library: { passages, meanWords }, shareOf }: { library: Library; shareOf: (stem: string) => number },
) {
  let score = 0
  let held = 0
  let all = 0
  for (const { stem, isSubject, holders } of stems.get(language) ?? []) {
    const weight = rarity(Math.min(holders, passages), passages)
    const count = counts[stem] ?? 0
    if (isSubject) {
      all += weight
      held += weight * (count > 0 ? 1 : shareOf(stem))
    }
    if (count === 0) continue
    score += weight * termScore(count, wordCount / Math.max(1, meanWords))
  }
  return { stems: score, stemShare: all > 0 ? held / all : 0 }
}

/**
 * Scores by letter n-grams. Their rarity is measured among the candidates, because these must be told apart.
 */
function lettersOf({ text, subject }: Question, candidates: readonly Candidate[]) {
  const asked = new Map<number, number>()
  eachGram(text, (gram) => asked.has(gram) || asked.set(gram, asked.size))
  const found = candidates.map((candidate) => findGrams(asked, `${candidate.heading}\n${candidate.text}`))
  const meanLength = Math.max(1, sumOf(found.map(({ length }) => length)) / candidates.length)
  const weights = Array.from({ length: asked.size }, (_, gram) =>
    rarity(found.filter(({ counts }) => counts[gram]).length, candidates.length),
  )
  const subjectWeights = Array.from({ length: asked.size }, () => 0)
  eachGram(subject, (gram) => {
    const number = asked.get(gram)
    if (number !== undefined) subjectWeights[number] = weights[number] ?? 0
  })
  const whole = sumOf(subjectWeights)
  return (at: number) => {
    const { counts = [], length = 0, sentences = [] } = found[at] ?? {}
    const score = sumOf(
      weights.map((weight, gram) =>
        counts[gram] ? weight * termScore(counts[gram], length / meanLength) : 0,
      ),
    )
    const bestSentence = (by: readonly number[]) =>
      Math.max(0, ...sentences.map((held) => sumOf([...held].map((gram) => by[gram] ?? 0))))
    // A word in another form or in a compound shares most letters with one of the passage.
    const shareOf = (stem: string) => {
      const own = new Set<number>()
      eachGram(stem, (gram) => own.add(asked.get(gram) ?? -1))
      own.delete(-1)
      const share = [...own].filter((gram) => counts[gram]).length / Math.max(1, own.size)
      return share >= RELATED_FROM ? share : 0
    }
    return {
      letters: score,
      sentence: bestSentence(weights),
      sentenceShare: whole > 0 ? bestSentence(subjectWeights) / whole : 0,
      shareOf,
    }
  }
}

type FoundGrams = { length: number; counts: number[]; sentences: Set<number>[] }

/** Finds which of the grams a text contains, how often, and which share a sentence. */
function findGrams(asked: ReadonlyMap<number, number>, text: string): FoundGrams {
  const found: FoundGrams = { length: 0, counts: Array.from({ length: asked.size }, () => 0), sentences: [] }
  let sentence = -1
  eachGram(text, (gram, inSentence) => {
    found.length++
    const number = asked.get(gram)
    if (number === undefined) return
    found.counts[number] = (found.counts[number] ?? 0) + 1
    if (inSentence !== sentence) found.sentences.push(new Set())
    sentence = inSentence
    found.sentences.at(-1)?.add(number)
  })
  return found
}

function sumOf(numbers: readonly number[]): number {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}
