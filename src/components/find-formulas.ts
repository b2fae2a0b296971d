/** A formula in a text: from `$$`, `\[` or `\(` to its end, or between two single `$`. */
export type Formula = { source: string; tex: string; isBlock: boolean; isFinished: boolean }

/**
 * Between these two stands the number of a formula while the text around it is read as Markdown. Unicode
 * keeps both from ever being characters.
 */
const [OPEN, CLOSE] = ['\uFDD0', '\uFDD1']
/** More are left as they are written. */
const FORMULAS_MAX = 300
/** In all formulas of a text together: drawing takes time by their length. */
const TEX_MAX_LENGTH = 20_000

// What a formula can't hold: an empty line, and what begins or ends code. It is looked for so far only, or
// many beginnings would take long.
const BODY = String.raw`(?:(?!\n[ \t]*\n|\n[ \t]*~~~)[^\x60])`
// regex-reviewed: each beginning is followed for 1000 characters at most
const found = new RegExp(
  [
    // Without an end: still to come.
    String.raw`(?<![\\$])\$\$(?<dollars>${BODY}{1,1000}?)(?:(?<!\\)\$\$|(?<openDollars>$))`,
    String.raw`(?<!\\)\\\[(?<brackets>${BODY}{1,1000}?)(?:(?<!\\)\\\]|(?<openBrackets>$))`,
    String.raw`(?<!\\)\\\((?<parens>${BODY}{1,1000}?)(?:(?<!\\)\\\)|(?<openParens>$))`,
    // Dollars stand for money too: a formula touches both of its own, no letter or digit touches them from
    // outside, and it is no number with a word after it.
    String.raw`(?<![\\$\p{L}\p{N}/])\$(?![\s$])(?!\d[\d.,]*\s+\p{L}{2})(?<dollar>(?:(?!\n[ \t]*\n)[^\x60$]){1,500}?)(?<![\s\\])\$(?![$\p{L}\p{N}])`,
  ].join('|'),
  'gu',
)

/** A text with a mark in the place of each formula, and the formulas in the order of their marks. */
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

/** A text with its formulas as they were written, where nothing is drawn: in code, in an address. */
export const withSources = (text: string, formulas: readonly Formula[]): string =>
  text.replaceAll(marks, (mark, at: string) => formulas[Number(at)]?.source ?? mark)

/** The pieces of a text: what is written, and the formulas between. */
export const piecesOf = (text: string, formulas: readonly Formula[]): (string | Formula)[] =>
  text
    .split(marks)
    .map((piece, at) => (at % 2 === 0 ? piece : (formulas[Number(piece)] ?? '')))
    .filter((piece) => piece !== '')
