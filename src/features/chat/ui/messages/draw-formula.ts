import { createElement, type ReactNode } from 'react'
import katex from 'katex'

/** In em: nothing pushes the rest of an answer away. */
const SIZE_MAX = 20
const EXPANSIONS_MAX = 300

// What is defined can be made to grow without end; an answer writes out what it means.
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
// The page's style sheet takes every element's padding, and with it the room between the cells of a matrix.
const looks: Record<string, { className: string }> = {
  mtd: { className: 'px-[0.4em] py-[0.5ex]' },
  mfrac: { className: 'px-px' },
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const decoded = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (sign, name: string) => signs[name] ?? sign)

const refused = () => {
  throw new Error('A formula of somebody else reaches nothing outside of itself')
}

/**
 * A formula in TeX as MathML, which browsers draw themselves; undefined for what can't be read, defines
 * macros or reaches outside of itself, such as `\href` and `\includegraphics`. Of what KaTeX writes only
 * elements and attributes of mathematics are taken over: no style, class or colour.
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

/** The markup of KaTeX, which is well formed, as React's elements. */
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
  // The source, which KaTeX adds, would be read aloud; of everything else that is no mathematics the content
  // is.
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
