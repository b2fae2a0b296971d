import type { FileContent } from '#/storage/check-file.server.ts'

// The files that a field takes. The form checks size and name, the server also the content. A product adds
// its types here.

export const FILE_MAX_BYTES = 20 * 1024 * 1024
export const PDF_TYPE = 'application/pdf'

const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'

/** The types by the ending of the name, with the content that such a file must have. */
const types: Readonly<Record<string, readonly [type: string, content: FileContent]>> = {
  pdf: [PDF_TYPE, 'pdf'],
  png: ['image/png', 'png'],
  jpg: ['image/jpeg', 'jpeg'],
  jpeg: ['image/jpeg', 'jpeg'],
  webp: ['image/webp', 'webp'],
  gif: ['image/gif', 'gif'],
  zip: ['application/zip', 'zip'],
  docx: [`${office}.wordprocessingml.document`, 'zip'],
  xlsx: [`${office}.spreadsheetml.sheet`, 'zip'],
  pptx: [`${office}.presentationml.presentation`, 'zip'],
  odt: [`${open}.text`, 'zip'],
  ods: [`${open}.spreadsheet`, 'zip'],
  odp: [`${open}.presentation`, 'zip'],
  txt: ['text/plain', 'text'],
  csv: ['text/csv', 'text'],
  md: ['text/markdown', 'text'],
  json: ['application/json', 'text'],
}

/** For the `accept` of a file input. */
export const ATTACHMENT_ENDINGS: readonly string[] = Object.keys(types).map((ending) => `.${ending}`)

/** The type of a file by its name; undefined for one that is not taken. */
export function fileTypeOf(name: string): { type: string; content: FileContent } | undefined {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const [type, content] = (Object.hasOwn(types, ending) ? types[ending] : undefined) ?? []
  return type !== undefined && content !== undefined ? { type, content } : undefined
}
