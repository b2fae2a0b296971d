import { detectLanguage, type TextLanguage } from '#/lib/text-language.ts'
import { chunkText, type ChunkedText } from './chunk-text.server.ts'
import { decodeText } from './decode-text.server.ts'
import { DocumentProblem } from './document-problem.ts'
import type { DocumentText } from './document-text.ts'
import type { DocumentFormat } from './format-of.server.ts'
import { readDocx } from './read-docx.server.ts'
import { readHtml } from './read-html.server.ts'
import { readMarkdown, readText } from './read-text.server.ts'

export type ParsedDocument = ChunkedText & { language: TextLanguage }

/**
 * Parses a file into pages, passages and language. Has no time or memory limit: call it through parseFile.
 * Throws DocumentProblem.
 */
export async function parseDocument(bytes: Uint8Array, format: DocumentFormat): Promise<ParsedDocument> {
  const { pages, chunks } = chunkText(await readFormat(bytes, format))
  if (chunks.length === 0) throw new DocumentProblem('documents:problems.noText')
  return {
    pages,
    chunks,
    language: detectLanguage(
      chunks
        .slice(0, 40)
        .map(({ text }) => text.slice(0, 1000))
        .join('\n'),
    ),
  }
}

async function readFormat(bytes: Uint8Array, format: DocumentFormat): Promise<DocumentText> {
  switch (format) {
    case 'pdf': {
      // The PDF reader is by far the largest, so it is loaded only for PDFs.
      const { readPdf } = await import('./read-pdf.server.ts')
      return readPdf(bytes)
    }
    case 'docx':
      return readDocx(bytes)
    case 'html':
      return readHtml(decodeText(bytes) ?? '')
    case 'markdown':
      return readMarkdown(decodeText(bytes) ?? '')
    case 'text':
      return readText(decodeText(bytes) ?? '')
  }
}
