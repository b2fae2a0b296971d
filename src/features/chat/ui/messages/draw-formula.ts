import { createElement, type ReactNode } from 'react'
import katex from 'katex'

/** In em, so that a formula does not push the rest of an answer away. */
const SIZE_MAX = 20
const EXPANSIONS_MAX = 300

// Macros could expand without limit, and answers don't need them.
const DEFINING = /\\(?:[egx]?def|(?:future)?let|global|long|(?:re)?newcommand|providecommand)(?![a-zA-Z])/

const elements = new Set(
  'math semantics mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mtable mtr mtd mstyle mpadded mphantom menclose'.split(
    ' ',
  ),
)
const attributes = new Set(
  'display mathvariant stretchy fence separator accent accentunder lspace rspace minsize maxsize symmetric largeop movablelimits linethickness displaystyle scriptlevel width height depth voffset columnalign columnspacing columnlines rowspacing rowlines notation'.split(
    ' ',
  ),
)
// The page's CSS reset removes all padding, and with it the space between the cells of a matrix.
const looks: Record<string, { className: string }> = {
  mtd: { className: 'px-[0.4em] py-[0.5ex]' },
  mfrac: { className: 'px-px' },
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const decoded = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (sign, name: string) => signs[name] ?? sign)

const refused = () => {
  throw new Error('Formulas may not reference external resources')
}

/**
 * Renders a TeX formula as MathML, which browsers draw natively; returns undefined for one that can't be
 * parsed, defines macros or references something external, such as `\href` and `\includegraphics`. Keeps only
 * mathematical elements and attributes of KaTeX's output: no style, class or color.
 */
export function drawFormula(tex: string, isBlock: boolean): ReactNode | undefined {
  if (DEFINING.test(tex)) return undefined
  try {
    const limits = { maxSize: SIZE_MAX, maxExpand: EXPANSIONS_MAX, trust: refused, strict: 'ignore' } as const
    return nodesOf(
      katex.renderToString(tex, { output: 'mathml', displayMode: isBlock, throwOnError: true, ...limits }),
    )
  } catch {
    return undefined
  }
}

type Open = { name: string; props: Record<string, string>; children: ReactNode[] }

/** Converts KaTeX's markup, which is well formed, to React elements. */
function nodesOf(markup: string): ReactNode {
  const root: Open = { name: '', props: {}, children: [] }
  const open = [root]
  for (const [, slash, name = '', written = '', isEmpty, text] of markup.matchAll(
    /<(\/?)([a-z]+)((?: [a-z:-]+="[^"]*")*) ?(\/?)>|([^<]+)/g,
  )) {
    const parent = open.at(-1) ?? root
    if (text !== undefined) parent.children.push(decoded(text))
    else if (!slash) open.push({ name, props: allowed(written), children: [] })
    if (slash || isEmpty) close(open)
  }
  return root.children
}

function close(open: Open[]): void {
  const { name, props, children } = open.pop() ?? { name: '', props: {}, children: [] }
  const parent = open.at(-1)
  // Drops the TeX source that KaTeX adds, because screen readers would read it aloud. Any other element that
  // is not mathematics is replaced by its content.
  if (!parent || name === 'annotation') return
  if (elements.has(name))
    parent.children.push(
      createElement(name, { ...props, ...looks[name], key: parent.children.length }, ...children),
    )
  else parent.children.push(...children)
}

const allowed = (written: string): Record<string, string> =>
  Object.fromEntries(
    [...written.matchAll(/ ([a-z:-]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
      attributes.has(name) ? [[name, decoded(value)]] : [],
    ),
  )
