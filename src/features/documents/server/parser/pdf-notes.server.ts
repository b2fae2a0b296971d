import type { PDFPageProxy } from 'unpdf/pdfjs'

/** What is on a page besides its text, as the library describes it. */
type Annotation = {
  subtype?: string
  rect?: number[]
  hidden?: boolean
  fieldType?: string
  fieldName?: string
  fieldValue?: string | string[] | null
  alternativeText?: string
  options?: { exportValue: string; displayValue: string }[]
  password?: boolean
  pushButton?: boolean
  contentsObj?: { str: string }
  titleObj?: { str: string }
}

/**
 * The values of a page's form as `label: value`, and what was written on the page, from top to bottom. A box
 * has the value that the form gives it, `Off` if it isn't checked. Passwords are left out.
 */
export async function readPdfNotes(page: PDFPageProxy): Promise<string[]> {
  const annotations: Annotation[] = await page.getAnnotations().catch(() => [])
  const notes = annotations
    .filter(({ hidden }) => !hidden)
    .toSorted((a, b) => (b.rect?.[3] ?? 0) - (a.rect?.[3] ?? 0))
    .map((one) => (one.subtype === 'Widget' ? fieldText(one) : noteText(one)))
  // Each button of a group has the value of the group.
  return [...new Set(notes)].filter((note) => note !== '')
}

function fieldText({ fieldType, fieldValue, options = [], ...field }: Annotation): string {
  if (fieldType === 'Sig' || field.password || field.pushButton) return ''
  const values = [fieldValue ?? ''].flat().filter((value) => value !== '')
  if (values.length === 0) return ''
  const shown = values.map(
    (value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value,
  )
  // Programs number the parts of a name, even if there is one of each.
  const label = field.alternativeText || field.fieldName?.replaceAll(/\[\d+\]/g, '')
  return `${label ? `${label}: ` : ''}${shown.join(', ')}`
}

function noteText({ subtype, contentsObj, titleObj }: Annotation): string {
  const text = contentsObj?.str.trim() ?? ''
  if (text === '' || subtype === 'Link' || subtype === 'Popup') return ''
  if (subtype === 'FreeText') return text
  return `[${titleObj?.str ? `${titleObj.str}: ` : ''}${text}]`
}
