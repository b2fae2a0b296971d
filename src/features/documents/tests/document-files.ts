import { zipSync } from 'fflate'

// Minimal files in the form that programs write them.

type PdfParts = {
  /** Locked with an unknown password. */
  encrypted?: boolean
  /** Dictionaries of notes and fields of a form, from top to bottom of each page. */
  annotations?: readonly string[]
}

/** A PDF with one page per list of lines; an empty list gives a page without text. */
export function pdfOf(
  pages: readonly (readonly string[])[],
  { encrypted = false, annotations = [] }: PdfParts = {},
): Uint8Array<ArrayBuffer> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] >> >>',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  const notes = annotations.map((note, at) => {
    const bottom = 700 - at * 20
    return `${objects.push(`<< /Type /Annot /Rect [72 ${bottom} 300 ${bottom + 15}] ${note} >>`)} 0 R`
  })
  const kids: string[] = []
  for (const lines of pages) {
    const shown = lines
      .map((line, at) => `BT /F1 12 Tf 72 ${720 - at * 14} Td (${line.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`)
      .join('\n')
    objects.push(`<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`)
    const content = objects.length
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R /Annots [${notes.join(' ')}] /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
    kids.push(`${objects.length} 0 R`)
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`
  const lock = 'x'.repeat(32)
  if (encrypted) objects.push(`<< /Filter /Standard /V 1 /R 2 /O (${lock}) /U (${lock}) /P -4 >>`)
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const security = encrypted ? ` /Encrypt ${objects.length} 0 R /ID [(${lock}) (${lock})]` : ''
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return Uint8Array.from(
    Buffer.from(
      `${text}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${security} >>\nstartxref\n${text.length}\n%%EOF`,
      'latin1',
    ),
  )
}

/** A Word document whose body is the given XML. */
export function docxOf(body: string, parts: Record<string, string> = {}): Uint8Array<ArrayBuffer> {
  const namespaces = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const files = {
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    ...parts,
  }
  return new Uint8Array(
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])),
    ),
  )
}

/** A paragraph of a Word document, with a style if given. */
export const wordParagraph = (text: string, style?: string) =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`

export const textFile = (text: string) => new Uint8Array(new TextEncoder().encode(text))
