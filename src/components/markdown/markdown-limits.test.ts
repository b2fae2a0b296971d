import { globSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTooComplexMarkdown } from '#/lib/markdown-limits.ts'
import { leastCpuMsOf } from '../../../tests/support/cpu-time.ts'
import { Markdown } from './markdown.tsx'

const LENGTH_MAX = 60_000
const NOTE = 'Shown as it was written.'

const html = (text: string) =>
  renderToStaticMarkup(
    createElement(Markdown, {
      text,
      complexNote: NOTE,
      renderCitation: (number) => `(${number})`,
      renderFormula: ({ source }) => source,
    }),
  )

function costOf(text: string): { ms: number; bytes: number } {
  let bytes = 0
  const ms = leastCpuMsOf(() => (bytes = Buffer.byteLength(html(text))), 200)
  return { ms, bytes }
}

// The slowest text under the limits takes under 200 ms of CPU on a free core, and several times that on a
// busy machine. Texts that the limits must catch take seconds to minutes.
const CPU_MS_MAX = 2_000

function expectCheap(text: string): void {
  const { ms, bytes } = costOf(text)
  expect(ms).toBeLessThan(CPU_MS_MAX)
  expect(bytes).toBeLessThan(1_000_000)
}

const repeated = (piece: string, length = LENGTH_MAX) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

describe('a text that would take long to render is shown as source', () => {
  test.each([
    [
      'a table whose short rows are filled up',
      `${'|a'.repeat(3333)}|\n${'|-'.repeat(3333)}|\n${'|\n'.repeat(3333)}`,
    ],
    ['nested quotes', '>'.repeat(3_000)],
    ['as many nested quotes as a post may hold', '>'.repeat(50_000)],
    ['lists nested in one line', '- '.repeat(2_000)],
    ['footnotes', `${'[^a]'.repeat(5_000)}\n\n[^a]: x`],
    ['one address for many references', `${'[a]'.repeat(5_000)}\n\n[a]: /${'b'.repeat(20_000)}`],
    ['a thousand tables in a thousand paragraphs', repeated('a|\n-|\n\n')],
    ['emphasis that is never closed', repeated('*a_')],
    ['HTML that is never closed', repeated('<!--a ')],
    ['code that is never closed', Array.from({ length: 300 }, (_, at) => '`'.repeat(at + 1)).join(' ')],
    ['brackets before many words', `${'!['.repeat(800)}${'w '.repeat(25_000)}`],
    ['an address with many dots', `http://a.b/${'.'.repeat(49_000)}`],
    ['lines that may belong to a quote', `> a\n${'aa\n'.repeat(12_000)}`],
    ['items', '-\n'.repeat(25_000)],
    ['formulas without an end', repeated('$$a\\[')],
  ])('%s', (_, text) => {
    expect(isTooComplexMarkdown(text)).toBe(true)
    expect(html(text).includes(`${NOTE}</p>`)).toBe(true)
    expectCheap(text)
  })
})

const pieces = [
  ...[
    '>',
    '> ',
    '- ',
    '1. ',
    '  - a\n',
    '\n',
    '\r\n',
    '\n\n',
    '    ',
    '\t',
    '*',
    '**',
    '_',
    '~',
    '~~',
    '`',
    '``',
    '```\n',
    '~~~\n',
    '[',
    '](',
    '](a (',
    '](<',
    ']',
  ],
  ...[
    '[^',
    '[^a]',
    '[^a]: ',
    '[a]: ',
    '[a]',
    '![',
    ')',
    '<',
    '<a',
    '<a b="',
    '<!--',
    '<!',
    '<?',
    '<![CDATA[',
    '</',
    '&',
    '&#',
    '&amp;',
    'www.',
    'http://',
    'a@b.c',
  ],
  ...[
    '.',
    '@',
    '|',
    '|-',
    'a|\n-|\n',
    '#',
    '# ',
    '\\',
    '$',
    '$$',
    '\\(',
    '\\[',
    '"',
    "'",
    '(',
    ':',
    '=',
    '\n=',
    '+',
    '- [ ] ',
    'a',
    'é',
    '漢',
    ' ',
    '/',
    'w',
    '1',
  ],
]
/** The longest text of its kind that is rendered. */
function longest(make: (times: number) => string): string {
  let [fits, tooMany] = [0, LENGTH_MAX]
  while (tooMany - fits > 1) {
    const times = Math.floor((fits + tooMany) / 2)
    const text = make(times)
    if (text.length > LENGTH_MAX || isTooComplexMarkdown(text)) tooMany = times
    else fits = times
  }
  return make(fits)
}

type Parts = { unit: string; other: string; fill: string }
const shapes = {
  before: ({ unit, fill }: Parts) => {
    const most = longest((times) => unit.repeat(times))
    return most + repeated(fill, LENGTH_MAX - most.length)
  },
  spread: ({ unit, fill }: Parts) =>
    longest((times) => {
      const gap = LENGTH_MAX / Math.max(1, times) - unit.length
      return (unit + fill.repeat(Math.max(0, Math.floor(gap / fill.length)))).repeat(times)
    }),
  around: ({ unit, other }: Parts) => longest((times) => `${unit.repeat(times)}x${other.repeat(times)}`),
}

const unit = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))
const kind = fc.record({
  unit,
  other: unit,
  fill: fc.constantFrom('a', 'a ', 'a\n', 'a.-', 'word with words. ', '漢'),
  shape: fc.constantFrom(...(Object.keys(shapes) as (keyof typeof shapes)[])),
})

describe('any text stays within the limits of CPU and memory, or is shown as source', () => {
  test('pieces repeated until just before the limit', () => {
    fc.assert(
      fc.property(kind, ({ shape, ...parts }) => expectCheap(shapes[shape](parts))),
      { numRuns: 50, endOnFailure: true },
    )
  })

  test('pieces in any order', () => {
    const mixed = fc.array(fc.constantFrom(...pieces, 'word with words. ', 'a\n\n'), { maxLength: 5_000 })
    fc.assert(
      fc.property(mixed, (parts) => expectCheap(parts.join('').slice(0, LENGTH_MAX))),
      { numRuns: 25, endOnFailure: true },
    )
  })
})

test('the time to check a text grows only with its length', () => {
  for (const one of pieces) {
    const whole = repeated(one)
    expect(
      leastCpuMsOf(() => void isTooComplexMarkdown(whole), 200),
      JSON.stringify(one),
    ).toBeLessThan(1_000)
  }
})

describe('typical content of users is rendered', () => {
  const documents = globSync([
    'README.md',
    'docs/**/*.md',
    'node_modules/@babel/*/README.md',
    'node_modules/zod/README.md',
    'node_modules/drizzle-orm/README.md',
  ])
  test.each(documents)('%s', (file) => {
    expect(isTooComplexMarkdown(readFileSync(file, 'utf8').slice(0, LENGTH_MAX))).toBe(false)
  })

  test.each([
    ['a thousand rows', `| a | b | c |\n| - | - | - |\n${'| one | two | three |\n'.repeat(1_000)}`],
    ['a thousand items', '- an item of a long list, as users write it\n'.repeat(1_000)],
    ['three hundred links', '- [A page](https://example.org/some/page) about something\n'.repeat(300)],
    [
      'code of full length',
      `\`\`\`ts\n${repeated('const all = [...one].map((x) => x * x) // *any* <T>\n', 49_000)}\n\`\`\``,
    ],
    ['prose of full length', repeated('Ada wrote the first program. It was *never* run.\n\n', 50_000)],
    [
      'a list of five levels',
      Array.from({ length: 5 }, (_, level) => `${'  '.repeat(level)}- level`).join('\n'),
    ],
  ])('%s', (_, text) => {
    expect(html(text).includes(NOTE)).toBe(false)
  })
})
