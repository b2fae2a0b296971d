/** A sentence and where it begins in its text. */
export type Sentence = { text: string; at: number }

const LONGEST = 600
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * The sentences of a text, each letter for letter as it stands there, without the space around it. Lines that belong to one sentence stay together; an empty line
 * ends one. What is very long, such as a table, comes in pieces that end with a word.
 */
export function splitSentences(text: string): Sentence[] {
  const found: Sentence[] = []
  for (const paragraph of text.matchAll(/(?:(?!\n\s*\n)[^])+/g)) {
    // A line's end would be taken for a sentence's; before an item of a list or a row of a table it is one.
    const joined = paragraph[0].replaceAll(/[\r\n\u2028\u2029\u0085](?!\s*(?:[-*+•|]|\d{1,3}[.)])\s)/g, ' ')
    for (const { segment, index } of segmenter.segment(joined)) {
      const from = paragraph.index + index
      for (const piece of piecesOf(text.slice(from, from + segment.length))) found.push({ text: piece.text, at: from + piece.at })
    }
  }
  return found
}

function piecesOf(text: string): Sentence[] {
  const pieces: Sentence[] = []
  for (let from = 0; from < text.length;) {
    const rest = text.slice(from, from + LONGEST + 1)
    const space = rest.length > LONGEST ? Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('\n')) : rest.length
    const end = from + (space > 0 ? space : wholeLetters(rest))
    const piece = text.slice(from, end)
    const marker = /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?/.exec(piece)?.[0].length ?? 0
    if (/[\p{L}\p{N}]/u.test(piece)) pieces.push({ text: piece.slice(marker).trimEnd(), at: from + marker })
    from = end
  }
  return pieces
}

/** Not between the halves of one letter. */
const wholeLetters = (text: string) => (/[\ud800-\udbff]$/.test(text.slice(0, LONGEST)) ? LONGEST - 1 : LONGEST)
