import { UPLOAD_HEAD_BYTES } from '#/http/receive-form.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { sizeProblem } from './size-problem.ts'

/** What the first bytes of a file say. */
export type FileContent = 'pdf' | 'png' | 'jpeg' | 'webp' | 'gif' | 'zip' | 'text'

const marks: readonly (readonly [FileContent, string, at: number])[] = [
  ['png', '\u0089PNG\r\n\u001a\n', 0],
  ['jpeg', '\u00ff\u00d8\u00ff', 0],
  ['gif', 'GIF8', 0],
  ['webp', 'WEBPVP8', 8],
  ['zip', 'PK\u0003\u0004', 0],
]
// A PDF may have other data before its header.
const PDF_HEADER_WITHIN_BYTES = 1024

/** Undefined for other binary data, which may be text in UTF-16. */
export function contentOf(head: Uint8Array): FileContent | undefined {
  const start = Buffer.from(head.subarray(0, PDF_HEADER_WITHIN_BYTES)).toString('latin1')
  if (start.includes('%PDF-')) return 'pdf'
  const [content] = marks.find(([, mark, at]) => start.startsWith(mark, at)) ?? []
  return content ?? (head.includes(0) ? undefined : 'text')
}

/** The bytes by which a file is checked, as its upload rule gets them. */
export const headOf = (file: Blob): Promise<Uint8Array> => file.slice(0, UPLOAD_HEAD_BYTES).bytes()

/** Throws AppError invalid for an empty file, too_large for a larger one: field `file`. */
export function checkSize(file: Blob, maxBytes: number): void {
  const problem = sizeProblem(file, maxBytes)
  if (!problem) return
  const kind = problem.code === 'errors:emptyFile' ? 'invalid' : 'too_large'
  throw new AppError(kind, problem.code, { field: 'file', ...problem.params })
}
