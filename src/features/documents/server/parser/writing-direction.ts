/** A piece of a line as the PDF draws it: a word, a letter or a space, at `transform[4]`. */
export type PdfItem = {
  str?: string
  hasEOL?: boolean
  width?: number
  height?: number
  transform?: number[]
}

const RIGHT_TO_LEFT = /[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g
const LEFT_TO_RIGHT = /(?![\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])[\p{L}\p{N}]/gu
// How a letter looks at its place in the word; it is stored and searched as the letter.
const SHAPES = /[\ufb1d-\ufdff\ufe70-\ufefc]/g
// Pieces this share of their height apart are words of their own.
const WORD_GAP = 0.18

/**
 * The text of a line in the order in which it is read. A line with letters of a script from right to left is
 * ordered by place, because programs draw its pieces in either order; any other is drawn as it is read.
 */
export function inReadingOrder(items: readonly PdfItem[]): string {
  const whole = items.map(({ str = '' }) => str).join('')
  const backward = count(whole, RIGHT_TO_LEFT)
  if (backward === 0) return whole
  const isBackward = backward > count(whole, LEFT_TO_RIGHT)
  const placed = items
    .filter(({ str = '', transform }) => str !== '' && transform)
    .toSorted((a, b) => leftOf(a) - leftOf(b))
  const runs = runsOf(isBackward ? placed.toReversed() : placed, isBackward)
  const ordered = runs.flatMap((run) => (run.isBackward === isBackward ? run.items : run.items.toReversed()))
  let text = ''
  for (const [at, item] of ordered.entries()) {
    const before = ordered[at - 1]
    const isApart = before && gapBetween(before, item) > WORD_GAP * (item.height || before.height || Infinity)
    text += (isApart && !/\s$/.test(text) ? ' ' : '') + (item.str ?? '')
  }
  return text.replaceAll(SHAPES, (shape) => shape.normalize('NFKC'))
}

type Run = { isBackward: boolean; items: PdfItem[] }

/** The pieces by their direction. What has none, such as a space, is of the run around it, or of the line. */
function runsOf(items: readonly PdfItem[], isLineBackward: boolean): Run[] {
  const directions = items.map(({ str = '' }) => {
    if (count(str, RIGHT_TO_LEFT) > 0) return true
    return count(str, LEFT_TO_RIGHT) > 0 ? false : undefined
  })
  const runs: Run[] = []
  let before = isLineBackward
  for (const [at, item] of items.entries()) {
    const own = directions[at]
    const next = own ?? directions.slice(at).find((direction) => direction !== undefined) ?? isLineBackward
    const isBackward = own ?? (next === before ? before : isLineBackward)
    if (own !== undefined) before = own
    if (runs.at(-1)?.isBackward === isBackward) runs.at(-1)?.items.push(item)
    else runs.push({ isBackward, items: [item] })
  }
  return runs
}

const leftOf = ({ transform }: PdfItem) => transform?.[4] ?? 0
const rightOf = (item: PdfItem) => leftOf(item) + (item.width ?? 0)
const gapBetween = (a: PdfItem, b: PdfItem) => Math.max(leftOf(a) - rightOf(b), leftOf(b) - rightOf(a))
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
