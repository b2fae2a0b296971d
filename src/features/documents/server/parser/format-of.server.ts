import { UPLOAD_HEAD_BYTES } from '@plinth/core/server'
import { contentOf } from '@plinth/core/files/server'
import { AppError } from '@plinth/core/verb/server'
import { extensionOf, formatOfName, type DocumentFormat } from '#/features/documents/documents-limits.ts'
import { decodeText } from './decode-text.server.ts'

export type { DocumentFormat }

// The tail of a zip archive that contains its file list.
const ZIP_TAIL_BYTES = 1024 * 1024

const binaryExtensions = new Set(
  'pdf doc docx xls xlsx ppt pptx odt ods odp epub pages key zip gz 7z rar exe dll png jpg jpeg gif webp tiff heic mp3 mp4'.split(
    ' ',
  ),
)

/**
 * Returns the format of a file by its first bytes. The name only decides between text formats; a name that
 * contradicts the content is rejected. Takes the same time for any content. Throws AppError invalid, field
 * `file`.
 */
export function formatOf(head: Uint8Array, name: string): DocumentFormat {
  const content = documentIn(head.subarray(0, UPLOAD_HEAD_BYTES))
  if (!content) throw new AppError('invalid', 'documents:errors.wrongType', { field: 'file' })
  const extension = extensionOf(name)
  const named = formatOfName(name)
  const isText = content === 'text' || content === 'html'
  if (isText ? binaryExtensions.has(extension) : extension !== '' && named !== content)
    throw new AppError('invalid', 'documents:errors.notAsNamed', { field: 'file', extension })
  return content === 'text' && named ? named : content
}

/**
 * Whether a zip archive is one of Office's. Only the reader knows whether it is a Word document, because its
 * main part may have any name.
 */
export async function holdsOfficeDocument(file: Blob): Promise<boolean> {
  return Buffer.from(await file.slice(Math.max(0, file.size - ZIP_TAIL_BYTES)).bytes()).includes(
    '[Content_Types].xml',
  )
}

function documentIn(head: Uint8Array): 'pdf' | 'docx' | 'html' | 'text' | undefined {
  const content = contentOf(head)
  if (content === 'pdf') return 'pdf'
  if (content === 'zip') return 'docx'
  if (content && content !== 'text') return undefined
  const text = decodeText(head, { isCut: true })?.text
  if (text === undefined) return undefined
  const start = afterProlog(text).slice(0, 20).toLowerCase()
  if (['<!doctype html', '<html', '<head', '<body'].some((tag) => start.startsWith(tag))) return 'html'
  // Text formats that are not supported: rich text, PostScript, other XML.
  const isOther =
    ['{\\rtf', '%!ps', '<svg'].some((mark) => start.startsWith(mark)) || text.trimStart().startsWith('<?xml')
  return isOther ? undefined : 'text'
}

/** Skips an XML declaration and comments. */
function afterProlog(text: string): string {
  let at = 0
  const skip = (opening: string, closing: string) => {
    while (text[at]?.trim() === '') at++
    if (!text.startsWith(opening, at)) return false
    const end = text.indexOf(closing, at + opening.length)
    at = end === -1 ? text.length : end + closing.length
    return true
  }
  skip('<?xml', '?>')
  while (skip('<!--', '-->'));
  return text.slice(at)
}
