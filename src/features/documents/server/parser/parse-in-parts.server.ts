import type { TaskTools } from '@plinth/core/server'
import type { Chunk } from './chunk-text.server.ts'
import { DocumentProblem, type ProblemCode } from './document-problem.ts'
import type { DocumentFormat } from './format-of.server.ts'
import { parseDocument, type ParsedDocument } from './parse-document.server.ts'

export type DocumentPart = { pages: string[] } | { chunks: Chunk[] }

// Small enough not to block the application, which receives parts between its requests.
const PARTS = 500

/** The task of `parseFile`: parses a file and tells its pages and passages in parts. */
export async function parseInParts(
  { format }: { format: DocumentFormat },
  { bytes, tell }: TaskTools<DocumentPart>,
): Promise<Pick<ParsedDocument, 'language' | 'unread'> | { problem: ProblemCode }> {
  try {
    const { pages, chunks, ...known } = await parseDocument(bytes, format)
    for (let at = 0; at < pages.length; at += PARTS) tell({ pages: pages.slice(at, at + PARTS) })
    for (let at = 0; at < chunks.length; at += PARTS) tell({ chunks: chunks.slice(at, at + PARTS) })
    return known
  } catch (error) {
    return { problem: error instanceof DocumentProblem ? error.code : 'documents:problems.broken' }
  }
}
