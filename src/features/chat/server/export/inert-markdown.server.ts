import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { withoutEmailAutolinks } from '#/components/without-email-autolinks.ts'

/** What is taken out at one place may let something else be read there. */
const PASSES = 3
/** More is not worth the time it takes to read; what is complex is for the caller to refuse. */
const LENGTH_MAX = 100_000

type Parsed = {
  type: string
  position?: { start: { offset?: number }; end: { offset?: number } }
  children?: readonly Parsed[]
}

// A reader of Markdown knows tables and footnotes or it doesn't: what is code for one may be a picture for
// the other.
const readings = [
  (text: string): Parsed => fromMarkdown(text),
  (text: string): Parsed =>
    fromMarkdown(text, { extensions: [withoutEmailAutolinks(gfm())], mdastExtensions: [gfmFromMarkdown()] }),
]

/**
 * The same Markdown without HTML, which is left as text, and without pictures, which are left as links:
 * opening it fetches and runs nothing. Code stays as it is. That holds in any file the text becomes
 * part of, also where another part defines what `![a]` refers to. Undefined for what is too long or too
 * tangled to be made so.
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

/** Where a backslash makes text of what would be HTML or a picture. */
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
