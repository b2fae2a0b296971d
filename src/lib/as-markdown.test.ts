import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asMarkdown, markdownList } from './as-markdown.ts'

const texts = fc.string({ unit: fc.constantFrom(...'aß1 \n.!#>-+*_~`[]()<&;$|\\\ud83d') })

describe('as Markdown', () => {
  test('an ordinary sentence stays unchanged', () => {
    for (const text of [
      'In 1843 (page 5), Ada wrote: "2 * 3 < 7 & snake_case costs $5".',
      '¿Qué año? – Él dijo «sí».',
      'Größe: 5 % von 10 €.',
    ])
      expect(asMarkdown(text)).toBe(text)
  })

  test.each([
    ['![x](https://evil.example/?d=1)', String.raw`!\[x](https://evil.example/?d=1)`],
    ['as shown in [2].', String.raw`as shown in \[2].`],
    ['<img src=x onerror=alert(1)>', String.raw`\<img src=x onerror=alert(1)>`],
    ['# heading', String.raw`\# heading`],
    ['> quote', String.raw`\> quote`],
    ['- item', String.raw`\- item`],
    ['1. item', String.raw`1\. item`],
    [
      '**bold** _it_ `code` ~~gone~~ &lt; $$x$$',
      String.raw`\*\*bold\*\* \_it\_ \`code\` \~\~gone\~\~ \&lt; \$\$x\$\$`,
    ],
    ['two\nlines', 'two lines'],
  ])('%j cannot format, load or cite anything', (text, markdown) => {
    expect(asMarkdown(text)).toBe(markdown)
  })

  test('only backslashes are added', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(asMarkdown(text).replaceAll('\\', '')).toBe(
          text.replaceAll(/\s+/g, ' ').trim().replaceAll('\\', ''),
        )
      }),
    )
  })
})

test('a list has at most 20 lines', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => String(at))
  expect(markdownList('Two:', lines(2))).toBe('Two:\n\n- 0\n- 1')
  expect(markdownList('Many:', lines(21))).toMatch(/\n- 19\n- …$/)
})
