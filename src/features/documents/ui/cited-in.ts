import { sentencesIn } from '#/lib/sentences-in.ts'

type Citation = { number?: number; answer?: string }
type Range = { start: number; end: number }
type Word = Range & { text: string }

/**
 * Returns where a passage says what an answer cites it for: the same words, or else the sentence that shares
 * most with the answer's; the whole passage if none shares enough.
 */
export function citedIn(passage: string, citation: Citation): Range {
  const claim = wordsOf(claimOf(citation))
  const words = wordsOf(passage)
  const sentences = sentencesIn(passage).flatMap(({ segment, index }) => {
    const text = segment.trim()
    const start = index + segment.indexOf(text)
    return text === '' ? [] : [{ start, end: start + text.length }]
  })
  const quoted = quotedIn(words, claim)
  if (quoted) {
    const ends = sentences.find(({ start, end }) => start < quoted.end && quoted.end <= end)
    // With the period after the last word.
    const rest = ends ? passage.slice(quoted.end, ends.end) : ''
    return /^[^\p{L}\p{N}]*$/u.test(rest) && ends ? { start: quoted.start, end: ends.end } : quoted
  }
  return closest(sentences, words, claim) ?? { start: 0, end: passage.length }
}

/** The last sentence before the citation. */
function claimOf({ number, answer = '' }: Citation): string {
  const at = number === undefined ? -1 : answer.indexOf(`[${number}]`)
  const before = (at < 0 ? answer : answer.slice(0, at)).trimEnd().split(/\n\s*\n|\[\d+\]/u)
  return sentencesIn(before.findLast((part) => part.trim() !== '') ?? '').at(-1)?.segment ?? ''
}

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))

function quotedIn(words: readonly Word[], claim: readonly Word[]): Range | undefined {
  if (claim.length < 3) return undefined
  const at = words.findIndex((_, from) => claim.every(({ text }, step) => words[from + step]?.text === text))
  const [first, last] = [words[at], words[at + claim.length - 1]]
  return first && last && { start: first.start, end: last.end }
}

function closest(
  sentences: readonly Range[],
  words: readonly Word[],
  claim: readonly Word[],
): Range | undefined {
  const claimed = new Set(claim.map(({ text }) => text).filter(isTelling))
  const scored = sentences.map((sentence) => {
    const own = words.filter(({ start }) => start >= sentence.start && start < sentence.end)
    const telling = new Set(own.map(({ text }) => text).filter(isTelling))
    const shared = [...telling].filter((word) => claimed.has(word))
    const weight = shared.reduce((sum, word) => sum + (/\d/u.test(word) ? 2 : 1), 0)
    return { sentence, weight, score: weight / Math.sqrt(telling.size + 1) }
  })
  const best = scored.toSorted((one, other) => other.score - one.score)[0]
  return best && best.weight >= 2 ? best.sentence : undefined
}

/** Whether a word says what a sentence is about, more likely than not. */
const isTelling = (word: string) => word.length > 3 || /\d/u.test(word)
