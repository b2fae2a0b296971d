import { unzipSync } from 'fflate'
import { decodeText } from './decode-text.server.ts'

export type DocumentFormat = 'pdf' | 'docx' | 'markdown' | 'text' | 'html'

const PDF_HEADER_WITHIN_BYTES = 1024

/**
 * What a file is by its content; undefined for what can't be read here. The name decides one thing only: whether plain text is Markdown. Inflates
 * nothing.
 */
export function formatOf(bytes: Uint8Array, name: string): DocumentFormat | undefined {
  if (Buffer.from(bytes.subarray(0, PDF_HEADER_WITHIN_BYTES)).includes('%PDF-')) return 'pdf'
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return holdsWordDocument(bytes) ? 'docx' : undefined
  const text = decodeText(bytes)
  if (text === undefined) return undefined
  const start = text.slice(0, 2000).trimStart()
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body)\b/i.test(start)) return 'html'
  if (/\.html?$/i.test(name) && /<\/?[a-z][^>]*>/i.test(text)) return 'html'
  // Formats of text that mean something else: rich text, PostScript, other XML.
  if (/^(\{\\rtf|%!PS|<\?xml|<svg\b)/i.test(start)) return undefined
  return /\.(md|markdown|mdown|mkd)$/i.test(name) ? 'markdown' : 'text'
}

function holdsWordDocument(bytes: Uint8Array): boolean {
  let isFound = false
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        isFound ||= name === 'word/document.xml'
        return false
      },
    })
  } catch {
    return false
  }
  return isFound
}
