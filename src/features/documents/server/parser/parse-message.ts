import type { Chunk } from './chunk-text.server.ts'
import type { ProblemCode } from './document-problem.ts'
import type { ParsedDocument } from './parse-document.server.ts'

/**
 * A message of the parser process: pages and passages in batches, then the language; or why the file can't be
 * parsed.
 */
export type ParseMessage =
  | { pages: string[] }
  | { chunks: Chunk[] }
  | { language: ParsedDocument['language'] }
  | { problem: ProblemCode }
