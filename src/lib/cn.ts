import { clsx, type ClassValue } from 'clsx'

/**
 * Joins class names. A later utility takes the place of earlier ones that set the same, so that `className`
 * overrides a component's own classes. `docs/decisions/031` says why this is ours.
 */
export function cn(...classes: ClassValue[]): string {
  const joined = clsx(classes)
  let merged = cache.get(joined)
  if (merged === undefined) {
    merged = merge(joined)
    if (cache.size === CACHE_MAX) cache.clear()
    cache.set(joined, merged)
  }
  return merged
}

/** Components join the same classes again and again. */
const cache = new Map<string, string>()
const CACHE_MAX = 1_000

/** From the last class to the first: one is dropped when later ones set everything that it sets. */
function merge(joined: string): string {
  const set = new Set<string>()
  const kept: string[] = []
  for (const name of joined.split(' ').toReversed()) {
    const [variants, utility] = splitVariants(name)
    const important = /^!|!$/.test(utility) ? '!' : ''
    const properties = propertiesOf(utility.replaceAll('!', '')).map((each) => variants + important + each)
    if (properties.length > 0 && properties.every((each) => set.has(each))) continue
    for (const each of properties) set.add(each)
    kept.push(name)
  }
  return kept.toReversed().join(' ')
}

/** `md:hover:` and the rest; a colon in brackets belongs to a value. */
function splitVariants(name: string): [string, string] {
  let depth = 0
  for (let at = name.length - 1; at >= 0; at -= 1) {
    if (name[at] === ']') depth += 1
    else if (name[at] === '[') depth -= 1
    else if (name[at] === ':' && depth === 0) return [name.slice(0, at + 1), name.slice(at + 1)]
  }
  return ['', name]
}

/** Utilities that set one thing, which is called like them. A longer name wins: `min-w-0` is no `min`. */
const single = new Set(
  'w h min-w min-h max-w max-h pt pr pb pl ps pe mt mr mb ml ms me top right bottom left start end gap-x gap-y overflow-x overflow-y rounded-tl rounded-tr rounded-bl rounded-br items justify content self place-items place-content place-self justify-items justify-self order col col-start col-end row row-start row-end grid-cols grid-rows auto-cols auto-rows grid-flow basis grow shrink z opacity cursor select pointer-events transition duration ease delay animate translate-x translate-y scale rotate origin object aspect whitespace wrap break leading tracking align list fill accent caret resize appearance columns line-clamp space-x space-y backdrop-blur blur underline-offset isolation mask scrollbar-gutter touch will-change scroll-mt scroll-mb scroll-pt scroll-pb'.split(
    ' ',
  ),
)

const box = (name: string, sides: string) => sides.split(' ').map((side) => name + side)
/** Utilities that set several things. */
const several: Record<string, string[]> = {
  size: ['w', 'h'],
  p: box('p', 't r b l s e'),
  px: box('p', 'l r s e'),
  py: box('p', 't b'),
  m: box('m', 't r b l s e'),
  mx: box('m', 'l r s e'),
  my: box('m', 't b'),
  inset: ['top', 'right', 'bottom', 'left', 'start', 'end'],
  'inset-x': ['right', 'left', 'start', 'end'],
  'inset-y': ['top', 'bottom'],
  gap: ['gap-x', 'gap-y'],
  overflow: ['overflow-x', 'overflow-y'],
  translate: ['translate-x', 'translate-y'],
  rounded: box('rounded-', 'tl tr bl br'),
  'rounded-t': box('rounded-', 'tl tr'),
  'rounded-b': box('rounded-', 'bl br'),
  'rounded-l': box('rounded-', 'tl bl'),
  'rounded-r': box('rounded-', 'tr br'),
  truncate: ['overflow-x', 'overflow-y', 'text-overflow', 'whitespace'],
}

/** Whole words, by what they set. */
const words: [RegExp, string][] = [
  [
    /^(block|inline|hidden|contents|table|flow-root|list-item|(inline-)?(block|flex|grid|table)|table-\w+)$/,
    'display',
  ],
  [/^(static|fixed|absolute|relative|sticky)$/, 'position'],
  [/^(visible|invisible|collapse)$/, 'visibility'],
  [/^(underline|overline|line-through|no-underline)$/, 'decoration-line'],
  [/^(uppercase|lowercase|capitalize|normal-case)$/, 'case'],
  [/^(not-)?italic$/, 'italic'],
  [/^(tabular|proportional)-nums$/, 'nums'],
  [/^(isolate)$/, 'isolation'],
]

const SIZE = /^(xs|sm|base|lg|\d?xl|\[(?:[\d.]|calc|clamp|length).*)$/
const WIDTH = /^(|\d+|\[[\d.].*)$/
const LINE = /^(solid|dashed|dotted|double|hidden|none)$/

/** What a utility without variants sets; nothing for a class that is no known utility. */
function propertiesOf(utility: string): string[] {
  const word = words.find(([pattern]) => pattern.test(utility))
  if (word) return [word[1]]
  if (utility.startsWith('[')) return [utility.slice(0, utility.indexOf(':'))]
  const unsigned = utility.replace(/^-/, '')
  const slash = unsigned.lastIndexOf('/')
  const plain = slash > unsigned.lastIndexOf(']') ? unsigned.slice(0, slash) : unsigned
  const dash = plain.indexOf('-')
  const name = dash < 0 ? plain : plain.slice(0, dash)
  const value = dash < 0 ? '' : plain.slice(dash + 1)
  switch (name) {
    case 'text':
      if (/^(left|center|right|justify|start|end)$/.test(value)) return ['text-align']
      if (/^(balance|pretty|wrap|nowrap)$/.test(value)) return ['text-wrap']
      if (/^(ellipsis|clip)$/.test(value)) return ['text-overflow']
      return [SIZE.test(value) ? 'text-size' : 'text-color']
    case 'font':
      return [/^(sans|serif|mono)$/.test(value) ? 'font-family' : 'font-weight']
    case 'bg':
      if (/^(none|gradient|linear|radial|conic|\[url)/.test(value)) return ['bg-image']
      return /^(clip|origin|blend|repeat|no-repeat|fixed|local|scroll|auto|cover|contain|center)/.test(value)
        ? ['bg-' + (value.split('-')[0] ?? '')]
        : ['bg-color']
    case 'flex':
      if (/^(row|col)/.test(value)) return ['flex-direction']
      return /wrap/.test(value) ? ['flex-wrap'] : ['basis', 'grow', 'shrink']
    case 'border':
    case 'divide': {
      const [, side = '', rest = ''] = /^(?:([trblxyse])(?:-|$))?(.*)$/.exec(value) ?? []
      if (/^(collapse|separate)$/.test(rest)) return ['border-collapse']
      const what = WIDTH.test(rest) ? 'width' : LINE.test(rest) ? 'style' : 'color'
      if (what === 'style' || name === 'divide') return [`${name}-${side}-${what}`]
      const sides = { '': 'trblse', x: 'lrse', y: 'tb' }[side] ?? side
      return sides.split('').map((each) => `border-${each}-${what}`)
    }
    case 'ring':
    case 'outline':
    case 'stroke':
    case 'decoration':
      if (value.startsWith('offset')) return [`${name}-offset`]
      if (value === 'inset') return ['ring-inset']
      if (LINE.test(value)) return [`${name}-style`]
      return [WIDTH.test(value) ? `${name}-width` : `${name}-color`]
    case 'shadow':
      return [/^(|\d?\w{2}|float|none|inner|\[\d.*)$/.test(value) ? 'shadow' : 'shadow-color']
    default:
      return byPrefix(plain)
  }
}

function byPrefix(plain: string): string[] {
  for (let name = plain; name; name = name.slice(0, Math.max(0, name.lastIndexOf('-')))) {
    const properties = several[name] ?? (single.has(name) ? [name] : undefined)
    if (properties) return properties
  }
  return []
}
