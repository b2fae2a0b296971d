import { GERMAN_DAY, sentencesIn } from '#/lib/sentences-in.ts'

/** A sentence and its offset in the text. */
export type Sentence = { text: string; at: number }

const LONGEST = 600
const MARKER = String.raw`(?:[-*+•]|(?!${GERMAN_DAY})\d{1,3}[.)])\s`
// regex-reviewed: looks ahead for 20 characters and one marker
const LINE_WITHIN = new RegExp(String.raw`[\r\n\u2028\u2029\u0085](?!\s{0,20}(?:${MARKER}|\|\s))`, 'g')
// regex-reviewed: tried at the beginning only
const LEADING_MARKER = new RegExp(String.raw`^\s*(?:${MARKER}\s*)?`)

/**
 * Splits a text into verbatim sentences without surrounding whitespace. Lines of one sentence stay together;
 * an empty line ends a sentence. Very long sentences, such as tables, are split at word boundaries.
 */
export function splitSentences(text: string): Sentence[] {
  const found: Sentence[] = []
  for (const paragraph of text.matchAll(/(?:(?!\n\s*\n)[^])+/g)) {
    // A line break would end the sentence. Only one before a list item or a table row is kept.
    const joined = paragraph[0].replaceAll(LINE_WITHIN, ' ')
    for (const { segment, index } of sentencesIn(joined)) {
      const from = paragraph.index + index
      for (const piece of piecesOf(text.slice(from, from + segment.length)))
        found.push({ text: piece.text, at: from + piece.at })
    }
  }
  return found
}

function piecesOf(text: string): Sentence[] {
  const pieces: Sentence[] = []
  for (let from = 0; from < text.length;) {
    const rest = text.slice(from, from + LONGEST + 1)
    const space =
      rest.length > LONGEST ? Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('\n')) : rest.length
    const end = from + (space > 0 ? space : wholeLetters(rest))
    const piece = text.slice(from, end)
    const marker = LEADING_MARKER.exec(piece)?.[0].length ?? 0
    if (/[\p{L}\p{N}]/u.test(piece)) pieces.push({ text: piece.slice(marker).trimEnd(), at: from + marker })
    from = end
  }
  return pieces
}

/** Does not split a surrogate pair. */
const wholeLetters = (text: string) =>
  /[\ud800-\udbff]$/.test(text.slice(0, LONGEST)) ? LONGEST - 1 : LONGEST
