const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** No letter that a reader knows is longer; what is, may be cut. */
const GRAPHEME_MAX_LENGTH = 64

/**
 * The beginning of a text that people typed, of at most `maxLength` UTF-16 units, which ends between two of
 * what readers take for letters: a flag, a family of emoji or an accented letter stays whole.
 */
export function cutAt(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const beginning = text.slice(0, maxLength + GRAPHEME_MAX_LENGTH)
  const end = graphemes.segment(beginning).containing(maxLength)?.index ?? maxLength
  return text.slice(0, maxLength - end > GRAPHEME_MAX_LENGTH ? maxLength : end).toWellFormed()
}

/** The same with `…` at its end if it was cut, between words if possible. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text.toWellFormed()
  const cut = cutAt(text, maxLength - 1)
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > maxLength / 2 ? lastSpace : undefined)}…`
}

/** What readers take for the first letter of a text. */
export const firstLetterOf = (text: string): string =>
  // A plain letter needs no segmenter.
  /^\w(?!\P{ASCII})/u.test(text)
    ? text.charAt(0)
    : (graphemes.segment(text.slice(0, GRAPHEME_MAX_LENGTH)).containing(0)?.segment ?? '')
