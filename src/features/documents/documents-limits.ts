export type DocumentFormat = 'pdf' | 'docx' | 'markdown' | 'text' | 'html'

const MEGABYTE = 1024 * 1024

/**
 * The largest file of each format in MB, shown before the upload and checked by the form and the server. All
 * text of a file of that size fits into the index, if it is prose: see DOCUMENT_MAX_CHARACTERS.
 */
export const documentMaxMegabytes: Record<DocumentFormat, number> = {
  pdf: 20,
  docx: 20,
  markdown: 5,
  text: 5,
  html: 5,
}
export const DOCUMENT_MAX_BYTES = Math.max(...Object.values(documentMaxMegabytes)) * MEGABYTE
export const DOCUMENT_MAX_PAGES = 2000

const formatByExtension = new Map<string, DocumentFormat>([
  ['pdf', 'pdf'],
  ['docx', 'docx'],
  ...['md', 'markdown', 'mdown', 'mkd'].map((extension) => [extension, 'markdown'] as const),
  ...['html', 'htm', 'xhtml'].map((extension) => [extension, 'html'] as const),
  ['txt', 'text'],
])

export const extensionOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''

/** The format that a file's name claims. Only the server knows its content. */
export const formatOfName = (name: string): DocumentFormat | undefined =>
  formatByExtension.get(extensionOf(name))

/** The largest file of a format; without one, of any. */
export const maxBytesOf = (format: DocumentFormat | undefined): number =>
  format ? documentMaxMegabytes[format] * MEGABYTE : DOCUMENT_MAX_BYTES
