import { DocumentProblem } from './document-problem.ts'

/** A heading or paragraph of a document. */
export type Block = { kind: 'heading'; level: number; text: string } | { kind: 'paragraph'; text: string }

/** The blocks of each page. A format without pages has one. */
export type DocumentText = Block[][]

/** About 2000 printed pages. */
export const DOCUMENT_MAX_CHARACTERS = 6_000_000

/**
 * Collects the cleaned blocks of a document in order, without empty ones. Throws DocumentProblem tooMuchText.
 */
export class TextCollector {
  readonly blocks: Block[] = []
  #length = 0

  heading(level: number, text: string): void {
    const cleaned = clean(text)
    if (cleaned !== '') this.#push({ kind: 'heading', level, text: cleaned })
  }

  paragraph(text: string): void {
    const cleaned = clean(text)
    if (cleaned !== '') this.#push({ kind: 'paragraph', text: cleaned })
  }

  #push(block: Block): void {
    this.#length += block.text.length
    if (this.#length > DOCUMENT_MAX_CHARACTERS) throw new DocumentProblem('documents:problems.tooMuchText')
    this.blocks.push(block)
  }
}

// Characters that are invisible to a user but not to a model: zero-width and direction marks, tags, soft
// hyphens, variation selectors.
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu
// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/**
 * Normalizes text for storage, search and citation: NFC, single spaces, line breaks kept, invisible
 * characters removed.
 */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(invisible, '')
    .replaceAll(control, ' ')
    .normalize('NFC')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}
