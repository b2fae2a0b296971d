import { DocumentProblem } from './document-problem.ts'

/** A piece of a document as its author set it apart. */
export type Block = { kind: 'heading'; level: number; text: string } | { kind: 'paragraph'; text: string }

/** The blocks of each page. A format without pages has one. */
export type DocumentText = Block[][]

/** Some 2000 pages of print. */
export const DOCUMENT_MAX_CHARACTERS = 6_000_000

/**
 * What a reader collects: blocks in their order, cleaned, without empty ones. Throws DocumentProblem
 * tooMuchText.
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

// What no reader sees and a model would: zero-width and direction marks, tags, soft hyphens, variation
// selectors.
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu
// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Text as it is stored, searched and quoted: composed letters, one space, lines kept, nothing invisible. */
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
