/**
 * Whether a Markdown text could take long to parse or become very large when rendered. A parser can't be
 * interrupted, and some constructs take quadratic time, so this counts them first in linear time. Measured: a
 * text of 60 000 characters within the limits takes less than 200 ms and makes less than 1 MB.
 */
export function isTooComplexMarkdown(text: string): boolean {
  const prose = withoutCode(text)
  return (
    workFor(prose) + 5 * count(text, /(?:^|[\r\n])(?:```|~~~)/g) > WORK_MAX ||
    count(prose, /[\r\n][ \t>]*=/g) > 300 ||
    count(text, /\$|\\[[(]/g) > 2_000 ||
    longest(prose, /[!"'()*,.:;<?_~\]&+]+/g) > 200 ||
    sumOfLengths(prose, /\[\^[^\]]*/g) > 8_000 ||
    referencedLength(prose) > 500_000
  )
}

/** In units of about 0.02 ms. */
const WORK_MAX = 6_000
const DEPTH_MAX = 16
const CELLS_MAX = 6_000
/** The characters scanned in the time of one unit. */
const SEARCHED_PER_UNIT = 700

/**
 * Replaces fenced code blocks, which are cheap, by empty lines. Keeps blocks after possible HTML and fences
 * in other places.
 */
function withoutCode(text: string): string {
  const kept: string[] = []
  let fence = ''
  let isPlain = true
  for (const line of text.split(/\r\n?|\n/)) {
    if (fence !== '') {
      const [closing = ''] = /^ {0,3}(?:`+|~+)[ \t]*$/.exec(line) ?? []
      if (closing.trim().startsWith(fence)) fence = ''
      continue
    }
    if (isPlain) fence = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0] ?? ''
    isPlain &&= fence !== '' || !/```|~~~|<[a-z!?/]/i.test(line)
    kept.push(fence === '' ? line : '')
  }
  return kept.join('\n')
}

/** Estimates the work: one unit per line and special character, more for the start of a block or a search. */
function workFor(text: string): number {
  const marks = count(text, /[\r\n*_~[\]`<&|!\\:#$]/g) + 2 * count(text, /www\.|:\/\/|@/gi)
  if (marks > WORK_MAX) return Infinity
  const { columns, quotes, items } = markersIn(text)
  const blocks = text.split(/(?:\r\n?|\n)[ \t]*(?=[\r\n])/)
  if (columns > DEPTH_MAX || sum(blocks.map(cellsIn)) > CELLS_MAX) return Infinity
  const isNested = quotes + items > 0
  return (
    marks +
    6 * quotes +
    4 * items +
    sum(blocks.map((block) => searchedIn(block, isNested))) / SEARCHED_PER_UNIT
  )
}

/**
 * The quotes and list items of a text, and the number of columns where they start, which bounds their
 * nesting.
 */
function markersIn(text: string): { columns: number; quotes: number; items: number } {
  const columns = new Set<number>()
  let [quotes, items] = [0, 0]
  for (const [, prefix = ''] of text.matchAll(PREFIX)) {
    let column = 0
    for (const [part] of prefix.matchAll(/[ \t>]|[^ \t>]+/g)) {
      if (part.trim() !== '') columns.add(column)
      if (part === '>') quotes += 1
      else if (part.trim() !== '') items += 1
      column += part === '\t' ? 4 - (column % 4) : part.length
    }
  }
  return { columns: columns.size, quotes, items }
}

/** The markers at the start of a line: quotes, lists, footnotes. */
const PREFIX = /(?:^|[\r\n])((?:[ \t]*(?:>|[-*+](?!\S)|\d{1,9}[.)](?!\S)|\[\^[^\]\r\n]*\]:))+)/g

/** Every row of a table is padded to the length of its header, even one with a single letter. */
function cellsIn(block: string): number {
  const lines = block.split(/\r\n?|\n/)
  const isTable = lines.some((line) => line.includes('-') && /^[\s>|:*+\-\d.)]*$/.test(line))
  return isTable ? lines.length * lines.reduce((most, line) => Math.max(most, count(line, /\|/g) + 1), 0) : 0
}

/**
 * The characters and delimiters that a parser scans for a start or an end: between two empty lines, once per
 * delimiter. In a quote or list, lines without a marker may belong to the paragraph above, and each is
 * compared with all lines before.
 */
function searchedIn(block: string, isNested: boolean): number {
  const { length } = block
  const emphasis = count(block, /[*_~]/g)
  const [openers, closers] = [count(block, /\[/g), count(block, /\]/g)]
  const html = count(block, /<[a-z!?/]/gi)
  const titles = Math.min(count(block, /\]\(/g), count(block, /(?:^|\s)\(/g))
  const codes = new Set(block.match(/`+/g)).size
  const links = openers > 0 ? count(block, /(?<!\p{L})[hw]/giu) : 0
  const unmarked = isNested ? count(block, /[\r\n]/g) + 1 - count(block, PREFIX) : 0
  return (
    emphasis ** 2 / 2 +
    (openers + closers) ** 2 / 2 +
    1.5 * unmarked ** 2 +
    length * (html + titles + codes + closers / 4 + links / 20)
  )
}

/** Every reference repeats the URL of its definition. */
function referencedLength(text: string): number {
  return text.includes(']:') ? count(text, /\[/g) * longest(text, /\S+|<[^>\r\n]*/g) : 0
}

const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const lengths = (text: string, sign: RegExp) => (text.match(sign) ?? []).map(({ length }) => length)
const longest = (text: string, sign: RegExp) =>
  lengths(text, sign).reduce((most, length) => Math.max(most, length), 0)
const sumOfLengths = (text: string, sign: RegExp) => sum(lengths(text, sign))
