import { sentencesIn } from '#/lib/sentences-in.ts'
import { cutAt } from '@plinth/core/format'
import { DocumentProblem } from './document-problem.ts'
import type { Block, DocumentText } from './document-text.ts'

export const CHUNK_CHARACTERS = 1200
/** Four times what the longest text usually yields. */
const CHUNKS_MAX = 20_000
const OVERLAP_MAX_CHARACTERS = 300
const HEADING_MAX_CHARACTERS = 300
/** Between the headings above a passage. */
export const HEADING_SEPARATOR = ' › '

/** A passage: `text` is the slice of `page` (from 1) between `start` and `end`. */
export type Chunk = { page: number; start: number; end: number; heading: string; text: string }
export type ChunkedText = { pages: string[]; chunks: Chunk[] }

type Span = { start: number; end: number }

/**
 * Returns the text of each page, and passages of up to 1200 characters that begin and end at a sentence
 * boundary, never span a heading or a page break, and overlap the previous passage by one sentence. Throws
 * DocumentProblem tooMuchText.
 */
export function chunkText(document: DocumentText): ChunkedText {
  const path: string[] = []
  const pages: string[] = []
  const chunks: Chunk[] = []
  for (const [index, blocks] of document.entries()) {
    const text = blocks.map((block) => block.text).join('\n\n')
    pages.push(text)
    for (const { heading, spans } of sectionsOf(blocks, path, sentencesOf(text))) {
      for (const { start, end } of packed(spans))
        chunks.push({ page: index + 1, start, end, heading, text: text.slice(start, end) })
    }
  }
  if (chunks.length > CHUNKS_MAX) throw new DocumentProblem('documents:problems.tooMuchText')
  return { pages, chunks }
}

/**
 * The sentences under each heading; the heading itself is the first. `path` carries the headings over from
 * page to page. `sentences` are those of the whole page, because splitting each block by itself takes
 * kilobytes of native memory per block; none spans two blocks, which are lines of their own.
 */
function sectionsOf(
  blocks: readonly Block[],
  path: string[],
  sentences: readonly Span[],
): { heading: string; spans: Span[] }[] {
  const sections: { heading: string; spans: Span[] }[] = [{ heading: headingOf(path), spans: [] }]
  let offset = 0
  let next = 0
  let hasText = false
  for (const block of blocks) {
    if (block.kind === 'heading') {
      path.splice(block.level - 1)
      path[block.level - 1] = block.text
      // A heading directly under another belongs to the same section.
      if (hasText) sections.push({ heading: '', spans: [] })
      hasText = false
    } else hasText = true
    const section = sections.at(-1)
    const end = offset + block.text.length
    if (section) {
      section.heading = headingOf(path)
      for (let span = sentences[next]; span && span.start < end; span = sentences[++next])
        section.spans.push(span)
    }
    offset += block.text.length + 2
  }
  return sections.filter(({ spans }) => spans.length > 0)
}

const headingOf = (path: readonly (string | undefined)[]) =>
  cutAt(path.filter(Boolean).join(HEADING_SEPARATOR), HEADING_MAX_CHARACTERS)

/** The span of each sentence, trimmed. Sentences that are too long are cut at spaces. */
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

/** The last space before `limit`, or `limit` if there is none. Never splits a letter. */
function cutBefore(text: string, from: number, limit: number): number {
  const window = text.slice(from, limit)
  const space = Math.max(window.lastIndexOf(' '), window.lastIndexOf('\n'))
  if (space > CHUNK_CHARACTERS / 2) return from + window.slice(0, space).trimEnd().length
  return from + cutAt(text.slice(from, limit + 64), limit - from).length
}

/** Packs sentences into passages. A short last sentence also begins the next passage. */
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
