import {
  type MarkdownKind,
  type MarkdownTree,
  asWritten,
  fitsPage,
  parseMarkdown,
} from '@plinth/core/markdown'

/** The page does not react meanwhile. */
const PARSE_MAX_MS = 200
/** Any text of this length is parsed in less, on a machine that does nothing else. */
const FIRST_LENGTH = 1_000

/**
 * Returns what parses a text that changes or grows. Once that took too long, a later text is shown as it was
 * written while it is as long. Of a text with a new beginning, parts of twice the length are tried one after
 * the other, because none can be interrupted.
 */
export function openLiveParser(
  kind: MarkdownKind,
  now: () => number = () => performance.now(),
): (text: string) => MarkdownTree {
  let known = ''
  let slowLength = Infinity
  return (text) => {
    if (!text.startsWith(known)) [known, slowLength] = ['', Infinity]
    while (text.length < slowLength) {
      const part = text.slice(0, Math.max(FIRST_LENGTH, 2 * known.length))
      const before = now()
      const tree = treeOf(part, kind)
      const isSlow = part.length > FIRST_LENGTH && now() - before > PARSE_MAX_MS
      if (!tree || isSlow) slowLength = part.length
      else known = part
      // The time is spent.
      if (tree && part.length === text.length) return tree
    }
    return asWritten(text)
  }
}

function treeOf(text: string, kind: MarkdownKind): MarkdownTree | undefined {
  try {
    const { tree } = parseMarkdown(text, kind)
    return fitsPage(tree) ? tree : undefined
  } catch (error) {
    // Nested too deep for the stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
