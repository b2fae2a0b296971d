import { sentencesIn } from '#/lib/sentences-in.ts'
import { DocumentProblem } from './document-problem.ts'
import type { Block, DocumentText } from './document-text.ts'

export const CHUNK_CHARACTERS = 1200
/** Four times the usual length of the longest text. */
const CHUNKS_MAX = 20_000
const OVERLAP_MAX_CHARACTERS = 300
const HEADING_MAX_CHARACTERS = 300

/** A passage: `text` is what stands on `page` (from 1) between `start` and `end`. */
export type Chunk = { page: number; start: number; end: number; heading: string; text: string }
export type ChunkedText = { pages: string[]; chunks: Chunk[] }

type Span = { start: number; end: number }

/**
 * The text of each page, and passages of up to 1200 characters that begin and end with a sentence, never
 * reach over a heading or a page, and share one sentence with the passage before. Throws DocumentProblem
 * tooMuchText.
 */
export function chunkText(document: DocumentText): ChunkedText {
  const path: string[] = []
  const pages: string[] = []
  const chunks: Chunk[] = []
  for (const [index, blocks] of document.entries()) {
    const text = blocks.map((block) => block.text).join('\n\n')
    pages.push(text)
    for (const { heading, spans } of sectionsOf(blocks, path)) {
      for (const { start, end } of packed(spans))
        chunks.push({ page: index + 1, start, end, heading, text: text.slice(start, end) })
    }
  }
  if (chunks.length > CHUNKS_MAX) throw new DocumentProblem('documents:problems.tooMuchText')
  return { pages, chunks }
}

/**
 * The sentences under each heading, a heading itself being the first. `path` holds the headings that go on
 * from page to page.
 */
function sectionsOf(blocks: readonly Block[], path: string[]): { heading: string; spans: Span[] }[] {
  const sections: { heading: string; spans: Span[] }[] = [{ heading: headingOf(path), spans: [] }]
  let offset = 0
  let hasText = false
  for (const block of blocks) {
    if (block.kind === 'heading') {
      path.splice(block.level - 1)
      path[block.level - 1] = block.text
      // A heading under a heading belongs to the same passage.
      if (hasText) sections.push({ heading: '', spans: [] })
      hasText = false
    } else hasText = true
    const section = sections.at(-1)
    if (section) {
      section.heading = headingOf(path)
      section.spans.push(
        ...sentencesOf(block.text).map(({ start, end }) => ({ start: start + offset, end: end + offset })),
      )
    }
    offset += block.text.length + 2
  }
  return sections.filter(({ spans }) => spans.length > 0)
}

const headingOf = (path: readonly (string | undefined)[]) =>
  path.filter(Boolean).join(' › ').slice(0, HEADING_MAX_CHARACTERS)

/** Where each sentence stands, without the space around it; one that is too long is cut at spaces. */
function sentencesOf(text: string): Span[] {
  const spans: Span[] = []
  for (const { segment, index } of sentencesIn(text)) {
    const start = index + (segment.length - segment.trimStart().length)
    const end = start + segment.trim().length
    let from = start
    while (end - from > CHUNK_CHARACTERS) {
      const cut = cutBefore(text, from, from + CHUNK_CHARACTERS)
      spans.push({ start: from, end: cut })
      from = cut
      while (text[from] === ' ' || text[from] === '\n') from++
    }
    if (end > from) spans.push({ start: from, end })
  }
  return spans
}

/**
 * The last space before `limit`, or `limit` where there is none; never between the halves of one character.
 */
function cutBefore(text: string, from: number, limit: number): number {
  const window = text.slice(from, limit)
  const space = Math.max(window.lastIndexOf(' '), window.lastIndexOf('\n'))
  if (space > CHUNK_CHARACTERS / 2) return from + window.slice(0, space).trimEnd().length
  return /[\ud800-\udbff]$/.test(window) ? limit - 1 : limit
}

/** As many sentences in a row as fit; the last one of a passage also begins the next, when it is short. */
function packed(spans: readonly Span[]): Span[] {
  const chunks: Span[] = []
  let current: Span | undefined
  let last: Span | undefined
  for (const span of spans) {
    if (!current) current = { ...span }
    else if (span.end - current.start <= CHUNK_CHARACTERS) current.end = span.end
    else {
      chunks.push(current)
      const isShared: boolean =
        last !== undefined &&
        last.start > current.start &&
        last.end - last.start <= OVERLAP_MAX_CHARACTERS &&
        span.end - last.start <= CHUNK_CHARACTERS
      current = { start: isShared && last ? last.start : span.start, end: span.end }
    }
    last = span
  }
  return current ? [...chunks, current] : chunks
}
