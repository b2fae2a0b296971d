import { detectLanguage, type TextLanguage } from '#/lib/text-language.ts'
import { chunkText, type ChunkedText } from './chunk-text.server.ts'
import { decodeText } from './decode-text.server.ts'
import { DocumentProblem } from './document-problem.ts'
import type { DocumentText } from './document-text.ts'
import type { DocumentFormat } from './format-of.server.ts'
import { readHtml } from './read-html.server.ts'
import { readMarkdown, readText } from './read-text.server.ts'
import { tellUnread, type Unread } from '../../documents-unread.ts'

export type ParsedDocument = ChunkedText & { language: TextLanguage; unread: Unread }

/**
 * Parses a file into pages, passages and language, and counts what was not read. Has no time or memory limit:
 * call it through parseFile. Throws DocumentProblem.
 */
export async function parseDocument(bytes: Uint8Array, format: DocumentFormat): Promise<ParsedDocument> {
  const unread: Unread = {}
  const { pages, chunks } = chunkText(await readFormat(bytes, format, unread))
  if (chunks.length === 0) throw new DocumentProblem('documents:problems.noText')
  return {
    pages,
    chunks,
    unread,
    language: detectLanguage(
      chunks
        .slice(0, 40)
        .map(({ text }) => text.slice(0, 1000))
        .join('\n'),
    ),
  }
}

async function readFormat(bytes: Uint8Array, format: DocumentFormat, unread: Unread): Promise<DocumentText> {
  switch (format) {
    case 'pdf': {
      // The readers of PDF and Word are by far the largest, so they are loaded only for these.
      const { readPdf } = await import('./read-pdf.server.ts')
      return readPdf(bytes, unread)
    }
    case 'docx': {
      const { readDocx } = await import('./read-docx.server.ts')
      return readDocx(bytes, unread)
    }
    case 'html':
      return readHtml(textOf(bytes, unread), unread)
    case 'markdown':
      return readMarkdown(textOf(bytes, unread))
    case 'text':
      return readText(textOf(bytes, unread))
  }
}

function textOf(bytes: Uint8Array, unread: Unread): string {
  const { text, damaged } = decodeText(bytes) ?? { text: '', damaged: 0 }
  tellUnread(unread, 'characters', damaged)
  return text
}
