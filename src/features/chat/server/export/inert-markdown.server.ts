import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { withoutEmailAutolinks } from '#/components/markdown/without-email-autolinks.ts'

/** Escaping one construct may reveal another. */
const PASSES = 3
/** Longer text takes too long to parse. The caller must reject complex text. */
const LENGTH_MAX = 100_000

type Parsed = {
  type: string
  position?: { start: { offset?: number }; end: { offset?: number } }
  children?: readonly Parsed[]
}

// Parses with and without tables and footnotes: code for one parser may be an image for the other.
const readings = [
  (text: string): Parsed => fromMarkdown(text),
  (text: string): Parsed =>
    fromMarkdown(text, { extensions: [withoutEmailAutolinks(gfm())], mdastExtensions: [gfmFromMarkdown()] }),
]

/**
 * Returns the same Markdown with HTML turned into text and images into links, so that opening it fetches and
 * runs nothing. Code stays as it is. This also holds in any file the text becomes part of, even when another
 * part defines what `![a]` refers to. Returns undefined for text that is too long or too tangled to escape.
 */
export function inertMarkdown(text: string): string | undefined {
  if (text.length > LENGTH_MAX) return undefined
  let now = text
  for (let pass = 0; pass < PASSES; pass += 1) {
    const places = new Set(readings.flatMap((read) => livePlaces(read(now), now)))
    if (places.size === 0) return now
    now = escapedAt(now, places)
  }
  return undefined
}

/** Returns the offsets where a backslash turns HTML into text or an image into a link. */
function livePlaces({ type, position, children = [] }: Parsed, text: string): number[] {
  const [start = 0, end = 0] = [position?.start.offset, position?.end.offset]
  if (type === 'image' || type === 'imageReference') return [start]
  if (type === 'text')
    return [...text.slice(start, end).matchAll(/(?<!\\)(?:\\\\)*!(?=\[)/g)].map(
      ({ 0: { length }, index }) => start + index + length - 1,
    )
  if (type === 'html') return [...text.slice(start, end).matchAll(/</g)].map(({ index }) => start + index)
  return children.flatMap((child) => livePlaces(child, text))
}

function escapedAt(text: string, places: ReadonlySet<number>): string {
  let from = 0
  let escaped = ''
  for (const place of [...places].toSorted((one, other) => one - other)) {
    escaped += `${text.slice(from, place)}\\`
    from = place
  }
  return escaped + text.slice(from)
}
