/** A formula between `$$`, `\[ \]`, `\( \)` or single `$`; unfinished while its end is streaming. */
export type Formula = { source: string; tex: string; isBlock: boolean; isFinished: boolean }

/**
 * Placeholder delimiters around a formula's number while the text is parsed as Markdown. Both are
 * noncharacters in Unicode, so no text contains them.
 */
const [OPEN, CLOSE] = ['\uFDD0', '\uFDD1']
/** Formulas beyond this number are left as text. */
const FORMULAS_MAX = 300
/** The total length of all formulas, which determines the rendering time. */
const TEX_MAX_LENGTH = 20_000

// A formula can't contain an empty line or code. The search for its end is bounded, because many opening
// delimiters would take long.
const BODY = String.raw`(?:(?!\n[ \t]*\n|\n[ \t]*~~~)[^\x60])`
// regex-reviewed: each start is followed for at most 1000 characters
const found = new RegExp(
  [
    // Without an end: still streaming.
    String.raw`(?<![\\$])\$\$(?<dollars>${BODY}{1,1000}?)(?:(?<!\\)\$\$|(?<openDollars>$))`,
    String.raw`(?<!\\)\\\[(?<brackets>${BODY}{1,1000}?)(?:(?<!\\)\\\]|(?<openBrackets>$))`,
    String.raw`(?<!\\)\\\((?<parens>${BODY}{1,1000}?)(?:(?<!\\)\\\)|(?<openParens>$))`,
    // Dollars also mean money. A formula has no space inside its dollars, no letter or digit next to them
    // outside, and is not a number followed by a word.
    String.raw`(?<![\\$\p{L}\p{N}/])\$(?![\s$])(?!\d[\d.,]*\s+\p{L}{2})(?<dollar>(?:(?!\n[ \t]*\n)[^\x60$]){1,500}?)(?<![\s\\])\$(?![$\p{L}\p{N}])`,
  ].join('|'),
  'gu',
)

/** Returns the text with a placeholder for each formula, and the formulas in order. */
export function findFormulas(text: string): { text: string; formulas: readonly Formula[] } {
  const formulas: Formula[] = []
  if (!/\$|\\[[(]/.test(text) || text.includes(OPEN) || text.includes(CLOSE)) return { text, formulas }
  let length = 0
  const marked = text.replaceAll(found, (source: string, ...rest: unknown[]) => {
    if (formulas.length === FORMULAS_MAX || length + source.length > TEX_MAX_LENGTH) return source
    length += source.length
    const groups = rest.at(-1) as Record<string, string | undefined>
    const tex = groups.dollars ?? groups.brackets ?? groups.parens ?? groups.dollar ?? ''
    const isBlock = groups.dollars !== undefined || groups.brackets !== undefined
    const isFinished = (groups.openDollars ?? groups.openBrackets ?? groups.openParens) === undefined
    formulas.push({ source, tex: tex.trim(), isBlock, isFinished })
    return `${OPEN}${formulas.length - 1}${CLOSE}`
  })
  return { text: marked, formulas }
}

// regex-reviewed: digits between two constant signs
const marks = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g')

/** Restores the source of formulas in code and URLs, where none is rendered. */
export const withSources = (text: string, formulas: readonly Formula[]): string =>
  text.replaceAll(marks, (mark, at: string) => formulas[Number(at)]?.source ?? mark)

/** Splits a text into text and formulas. */
export const piecesOf = (text: string, formulas: readonly Formula[]): (string | Formula)[] =>
  text
    .split(marks)
    .map((piece, at) => (at % 2 === 0 ? piece : (formulas[Number(piece)] ?? '')))
    .filter((piece) => piece !== '')
