import { clsx, type ClassValue } from 'clsx'

/**
 * Joins class names. A later utility replaces earlier ones that set the same properties, so that `className`
 * overrides a component's own classes. `docs/decisions/031` says why this is not tailwind-merge.
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

/** Goes from the last class to the first and drops one when later ones set everything it sets. */
function merge(joined: string): string {
  const set = new Set<string>()
  const kept: string[] = []
  for (const name of joined.split(' ').toReversed()) {
    const variants = name.slice(0, variantsEnd(name))
    const utility = name.slice(variants.length)
    const important = /^!|!$/.test(utility) ? '!' : ''
    const properties = propertiesOf(utility.replace(/^!?-?|!$/g, '')).map(
      (each) => variants + important + each,
    )
    if (properties.length > 0 && properties.every((each) => set.has(each))) continue
    for (const each of properties) set.add(each)
    kept.push(name)
  }
  return kept.toReversed().join(' ')
}

/** Where variants such as `md:hover:` end. A colon in brackets belongs to a value. */
function variantsEnd(name: string): number {
  let [depth, end] = [0, 0]
  for (const { 0: sign, index } of name.matchAll(/[[\]:]/g)) {
    if (sign === '[') depth += 1
    if (sign === ']') depth -= 1
    if (sign === ':' && depth === 0) end = index + 1
  }
  return end
}

/** Returns what a utility without variants sets; empty for an unknown class. */
function propertiesOf(utility: string): string[] {
  // Drops an opacity or a line height after a slash.
  const slash = utility.lastIndexOf('/')
  const plain = slash > utility.lastIndexOf(']') ? utility.slice(0, slash) : utility
  for (const [pattern, properties] of rules) {
    const found = pattern.exec(plain)
    if (!found) continue
    const [, group = ''] = found
    return properties
      .split(' ')
      .flatMap((property) =>
        property.endsWith('$side')
          ? (sides[group] ?? []).map((side) => property.replace('$side', side))
          : property.replace('$1', group),
      )
  }
  return []
}

const all = ['t', 'r', 'b', 'l', 's', 'e']
const sides: Record<string, string[]> = {
  ...Object.fromEntries(all.map((side) => [side, [side]])),
  x: ['l', 'r', 's', 'e'],
  y: ['t', 'b'],
  '': all,
}

/**
 * Utilities by the properties they set; the first match wins. `$1` is the text of the pattern's group,
 * `$side` each side it means.
 */
const rules: readonly (readonly [RegExp, string])[] = [
  [/^\[(.*?):/, '$1'],
  [
    /^(?:block|inline|hidden|contents|table|flow-root|(?:inline-)?(?:block|flex|grid|table)|table-\w+)$/,
    'display',
  ],
  [/^(?:static|fixed|absolute|relative|sticky)$/, 'position'],
  [/^(?:visible|invisible|collapse)$/, 'visibility'],
  [/^(?:underline|overline|line-through|no-underline)$/, 'decoration-line'],
  [/^(?:uppercase|lowercase|capitalize|normal-case)$/, 'case'],
  [/^(?:not-)?italic$/, 'italic'],
  [/^(?:tabular|proportional)-nums$/, 'nums'],
  [/^truncate$/, 'overflow-x overflow-y text-overflow whitespace'],
  [/^text-(?:left|center|right|justify|start|end)$/, 'text-align'],
  [/^text-(?:balance|pretty|wrap|nowrap)$/, 'text-wrap'],
  [/^text-(?:ellipsis|clip)$/, 'text-overflow'],
  [/^text-(?:xs|sm|base|lg|\d?xl|\[(?:[\d.]|calc|clamp|length).*)$/, 'text-size'],
  [/^text-/, 'text-color'],
  [/^font-(?:sans|serif|mono|mono-system)$/, 'font-family'],
  [/^seen-later$/, 'animate'],
  [/^font-/, 'font-weight'],
  [/^bg-(?:none|gradient|linear|radial|conic|\[url)/, 'bg-image'],
  [/^bg-(clip|origin|blend|repeat|no-repeat|fixed|local|scroll|auto|cover|contain|center)/, 'bg-$1'],
  [/^bg-/, 'bg-color'],
  [/^flex-(?:row|col)/, 'flex-direction'],
  [/^flex-.*wrap/, 'flex-wrap'],
  [/^flex-/, 'basis grow shrink'],
  [/^size-/, 'w h'],
  [/^gap-(?![xy]-)/, 'gap-x gap-y'],
  [/^overflow-(?![xy]-)/, 'overflow-x overflow-y'],
  [/^translate-(?![xy]-)/, 'translate-x translate-y'],
  [/^inset-x-/, 'left right start end'],
  [/^inset-y-/, 'top bottom'],
  [/^inset-/, 'top right bottom left start end'],
  [/^rounded-(tl|tr|bl|br)(?:-|$)/, '$1-radius'],
  [/^rounded-([tb])(?:-|$)/, '$1l-radius $1r-radius'],
  [/^rounded-([lr])(?:-|$)/, 't$1-radius b$1-radius'],
  [/^rounded(?:-|$)/, 'tl-radius tr-radius bl-radius br-radius'],
  [/^(border|divide)-(?:solid|dashed|dotted|double|hidden|none)$/, '$1-style'],
  [/^border-(?:collapse|separate)$/, 'border-collapse'],
  [/^divide-([xy])(?:-|$)/, 'divide-$1'],
  [/^divide-/, 'divide-color'],
  [/^p([xytrblse]?)-/, 'p$side'],
  [/^m([xytrblse]?)-/, 'm$side'],
  [/^border(?:-([xytrblse]))?(?:-(?:\d+|\[[\d.].*))?$/, 'border-width-$side'],
  [/^border(?:-([xytrblse]))?-/, 'border-color-$side'],
  [/^(ring|outline)-offset/, '$1-offset'],
  [/^ring-inset$/, 'ring-inset'],
  [/^(outline|decoration)-(?:solid|dashed|dotted|double|hidden|none)$/, '$1-style'],
  [/^(ring|outline|stroke|decoration)(?:-(?:\d+|\[[\d.].*))?$/, '$1-width'],
  [/^(ring|outline|stroke|decoration)-/, '$1-color'],
  [/^shadow(?:-(?:\d?\w{2}|float|none|inner|\[\d.*))?$/, 'shadow'],
  [/^shadow-/, 'shadow-color'],
  [
    /^((?:min-|max-)?[wh]|top|right|bottom|left|start|end|(?:gap|space|overflow|translate)-[xy]|(?:place-|justify-)?(?:items|self|content)|justify|order|(?:col|row)(?:-start|-end)?|(?:grid|auto)-(?:cols|rows)|grid-flow|basis|grow|shrink|z|opacity|cursor|select|pointer-events|transition|duration|ease|delay|animate|scale|rotate|origin|object|aspect|whitespace|wrap|break|leading|tracking|align|list|fill|accent|caret|resize|appearance|columns|line-clamp|(?:backdrop-)?blur|underline-offset|isolat(?:e|ion)|mask|touch|will-change|scroll-[mp][trbl]?)(?:-|$)/,
    '$1',
  ],
]
