import type { Chunk } from './chunk-text.server.ts'
import type { ProblemCode } from './document-problem.ts'
import type { ParsedDocument } from './parse-document.server.ts'

/**
 * What the parser process tells: pages and passages in parts, then the language; or why the file can't be
 * read.
 */
export type ParseMessage =
  | { pages: string[] }
  | { chunks: Chunk[] }
  | { language: ParsedDocument['language'] }
  | { problem: ProblemCode }
