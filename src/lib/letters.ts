// Four letters as a small number. Letters beyond Latin share the remaining numbers, at a small loss of
// precision.
const GRAM_LENGTH = 4
const LETTER_BITS = 7
const WINDOW = 2 ** (LETTER_BITS * GRAM_LENGTH) - 1
const INNER = (127 << LETTER_BITS) | (127 << (LETTER_BITS * 2))
const FIRST_INNER = 127 << (LETTER_BITS * 2)
const SECOND_INNER = 127 << LETTER_BITS
const GAP = 0
const MARK = -1

/** Called with each gram of a text and the number of its sentence. */
type Visit = (gram: number, sentence: number) => void

/**
 * Visits the grams of a text: every run of four letters of its words, including word borders, without
 * accents. They match compounds, endings and misspellings. Words of one letter have none.
 */
export function eachGram(text: string, visit: Visit): void {
  const folded = text.toLowerCase().normalize('NFD')
  let window = 0
  let sentence = 0
  for (let at = 0; at <= folded.length; at++) {
    const code = at < folded.length ? folded.charCodeAt(at) : 0x20
    const letter = letterOf(code)
    if (letter === MARK) continue
    if (letter === GAP && endsSentence(code)) sentence++
    if (letter === GAP && (window & 127) === GAP) continue
    window = ((window << LETTER_BITS) | letter) & WINDOW
    // Only the outer two may be borders.
    if ((window & INNER) !== 0 && (window & FIRST_INNER) !== 0 && (window & SECOND_INNER) !== 0)
      visit(window, sentence)
  }
}

const endsSentence = (code: number) => code === 0x2e || code === 0x21 || code === 0x3f || code === 0x0a

function letterOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code - 0x60
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 27
  if (code < 0xaa) return GAP
  if (code >= 0x300 && code <= 0x36f) return MARK
  const isSign =
    code <= 0xbf ||
    code === 0xd7 ||
    code === 0xf7 ||
    (code >= 0x2000 && code <= 0x2bff) ||
    (code >= 0x3000 && code <= 0x303f)
  return isSign ? GAP : 37 + (code % 90)
}

// In fewer texts than this, whether one holds a term says little about how rare it is.
const FEWEST_TEXTS = 10

/** The weight of a term that `holders` of `all` texts contain. */
export function rarity(holders: number, all: number): number {
  const texts = Math.max(all, FEWEST_TEXTS)
  return Math.log(1 + (texts - holders + 0.5) / (holders + 0.5))
}

/**
 * The BM25 contribution of one term to a text. `relativeLength` is the text's length relative to the average.
 */
export function termScore(count: number, relativeLength: number): number {
  return (count * 2.2) / (count + 1.2 * (0.25 + 0.75 * relativeLength))
}
