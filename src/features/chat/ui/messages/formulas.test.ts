import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { findFormulas } from '@plinth/core/internal/lib/markdown/find-formulas.ts'
import { type Formula, parseMarkdown } from '@plinth/core/markdown'
import { Markdown } from '#/components/markdown/markdown.tsx'
import { cpuMsOf } from '@plinth/testing/cpu-time.ts'
import DrawnFormula from './drawn-formula.tsx'
import { FormulaSource } from './formula-source.tsx'

const renderFormula = (formula: Formula) =>
  createElement(formula.isFinished ? DrawnFormula : FormulaSource, { formula })
const html = (text: string) =>
  renderToStaticMarkup(
    createElement(Markdown, {
      tree: parseMarkdown(text, 'answer').tree,
      renderFormula,
      renderCitation: (number) => `(${number})`,
    }),
  )
const countIn = (text: string) => html(text).match(/<math\b/g)?.length ?? 0

describe('a formula in an answer', () => {
  test.each([
    ['inline, by dollars', 'The area $\\pi r^2$, with $r$ in m.', 2],
    ['inline, by parentheses', String.raw`The area \(\pi r^2\).`, 1],
    ['a block, by dollars', 'So:\n\n$$\na\n=\nb_1 * c_2 * d\n- e\n$$\n\nDone.', 1],
    ['a block, by brackets', String.raw`So: \[ \frac{a}{b} \] done.`, 1],
    ['in a list, a table and a quotation', '- $a$\n- $b$\n\n| x |\n| - |\n| $c$ |\n\n> $d$', 4],
    ['over several lines', '$$\n\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}\n$$', 1],
  ])('is drawn: %s', (_, text, count) => {
    expect(countIn(text)).toBe(count)
  })

  test('is not parsed as Markdown', () => {
    expect(html('$a_1 * b_2 * c$')).not.toMatch(/<em>/)
    expect(html('$x[1]$ is said in [1]')).toContain('in (1)')
  })

  test.each([
    'It costs $5 and $6.',
    'Between $5 and 6$.',
    'US$5, A$6 or $7.50.',
    '$5/$6 and $1,000 to $2,000',
    'From $20 million to 30$ or so',
    'echo $HOME/bin:$PATH',
    'A price of \\$5 or \\$6',
    '`$a$` and `\\(b\\)`',
    '```sh\necho $a$ \\(b\\) $$ c $$\n```',
    '    $a$ in code',
    '$ a $',
    'one $ two',
  ])('is not detected in text that only looks like one: %s', (text) => {
    expect(countIn(text)).toBe(0)
  })

  test('in code and URLs stays as written', () => {
    expect(html('`$a$`')).toContain('>$a$</code>')
    expect(html('[there](https://example.org/$a$)')).toContain('href="https://example.org/$a$"')
    expect(html('```tex\n\\[ a \\]\n```')).toContain('\\[ a \\]')
  })

  test('that cannot be parsed is shown as written', () => {
    expect(html('$\\frac{a$')).toContain('$\\frac{a$')
    expect(html('$\\unknown{a}$')).toContain('$\\unknown{a}$')
    expect(html(`$$${'x'.repeat(990)}{$$`)).not.toContain('<math')
  })

  test.each([
    '$$\\frac{a}{b} + c_1 * c_2 *$$',
    String.raw`\[ \frac{a}{b} \]`,
    String.raw`\( \sqrt[3]{x_1} \)`,
  ])('is shown as text while it streams, and drawn once complete: %s', (formula) => {
    for (let end = 3; end < formula.length; end += 1) {
      const shown = html(`So: ${formula.slice(0, end)}`)
      expect(shown).not.toMatch(/<(?:math|em|strong|li)\b/)
      expect(shown).toContain(formula.slice(0, Math.min(end, 4)))
    }
    expect(countIn(`So: ${formula}`)).toBe(1)
  })
})

const grows = (times: number) =>
  Array.from(
    { length: times },
    (_, at) => `\\def\\${'abcdefghij'[at + 1]}{${`\\${'abcdefghij'[at]}`.repeat(10)}}`,
  ).join('')
const hostile = [
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\href{https://evil.example}{x}`,
  String.raw`\url{https://evil.example}`,
  String.raw`\includegraphics[width=9em]{https://evil.example/a.png}`,
  String.raw`\htmlStyle{background:url(https://evil.example)}{x}`,
  String.raw`\htmlClass{fixed inset-0}{x}`,
  String.raw`\htmlId{root}{x}`,
  String.raw`\htmlData{foo=bar}{x}`,
  String.raw`\text{<img src=x onerror=alert(1)>}`,
  String.raw`\text{</annotation></math><script>alert(1)</script>}`,
  String.raw`\color{red;background:url(//evil.example)}x`,
  String.raw`\textcolor{#fff}{x}\colorbox{white}{y}`,
  String.raw`\rule{100000em}{100000em}\kern{9999em}`,
  String.raw`\def\a{\a\a}\a`,
  String.raw`\newcommand{\a}{\a\a}\a`,
  `\\def\\a{xxxxxxxxxx}${grows(8)}\\i`,
  `${'{'.repeat(450)}x${'}'.repeat(450)}`,
  `${String.raw`\sqrt{`.repeat(120)}x${'}'.repeat(120)}`,
  String.raw`\cancel{x}\boxed{y}\phase{z}\unicode{x}\verb|<b>|`,
]

const ALIVE =
  /<(?:img|script|iframe|svg|style|link|a|form|input|object|mglyph|maction|annotation-xml)\b|<[^>]*\s(?:on\w+|src|href|style|id|class="(?!font-mono|block|grid|px-))[^>]*=/i

describe('a hostile formula', () => {
  test.each(hostile.map((tex) => [tex.slice(0, 60), tex]))(
    'is inert at every point of streaming, and fast: %s',
    (_, tex) => {
      const step = Math.max(1, Math.floor(tex.length / 80))
      const spent = cpuMsOf(() => {
        for (const formula of [`$$${tex}$$`, `\\(${tex}\\)`]) {
          for (let end = 1; end < formula.length; end += step)
            expect(html(formula.slice(0, end))).not.toMatch(ALIVE)
          expect(html(formula)).not.toMatch(ALIVE)
        }
      })
      expect(spent).toBeLessThan(5_000)
    },
  )

  test('of full length is drawn at most twenty times', () => {
    const { formulas } = findFormulas(`$$${'\\\\frac{'.repeat(140)}x$$\n\n`.repeat(300))
    const drawn = formulas.reduce((sum, { source }) => sum + source.length, 0)
    expect(drawn).toBeLessThanOrEqual(20_000)
    expect(formulas.length).toBe(20)
  })

  test('repeated thousands of times renders quickly', () => {
    const spent = cpuMsOf(() => {
      html('$x^2$ '.repeat(8_000))
      for (const text of ['$$ a ', String.raw`\( `, String.raw`\(`, String.raw`\[`, ' $a'])
        findFormulas(`${text.repeat(20_000)}\``)
    })
    expect(spent).toBeLessThan(5_000)
  })
})
