import type { PDFPageProxy } from 'unpdf/pdfjs'
import { getResolvedPDFJS } from 'unpdf'

// At least four letters that stand alone.
const SPACED = /(?<!\S)(?:\S ){3,}\S(?!\S)/g
// A gap between words is this much wider than one between letters, or this share of the font's size.
const WORD_GAP = 1.8
const WORD_GAP_OF_SIZE = 0.6

type Letter = { letter: string; gap: number; size: number; isBegin: boolean }

/** Whether a line seems to consist of single letters: `W I C H T I G`. */
export const hasSpacedWords = (text: string): boolean => text.search(SPACED) !== -1

/**
 * Joins the words of lines whose letters are set apart, which the library takes for words of one letter.
 * Where a word begins is told by the spaces and the gaps of what the page draws.
 */
export async function joinSpacedWords<Line extends { text: string }>(
  page: PDFPageProxy,
  lines: readonly Line[],
): Promise<Line[]> {
  const letters = await lettersOf(page)
  const drawn = letters.map(({ letter }) => letter).join('')
  let from = 0
  return lines.map((line) => ({
    ...line,
    text: line.text.replaceAll(SPACED, (spaced) => {
      const wanted = spaced.replaceAll(' ', '')
      const at = drawn.indexOf(wanted, from)
      if (at === -1) return spaced
      from = at + wanted.length
      return withWords(letters.slice(at, from))
    }),
  }))
}

function withWords(letters: readonly Letter[]): string {
  const gaps = letters.slice(1).map(({ gap }) => gap)
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  return letters
    .map(({ letter, gap, size, isBegin }, at) => {
      const isApart = isBegin || gap > size * WORD_GAP_OF_SIZE || (usual > 0 && gap > usual * WORD_GAP)
      return at > 0 && isApart ? ` ${letter}` : letter
    })
    .join('')
}

type Glyph = { unicode: string; width: number }

/** Every UTF-16 unit that the page draws except spaces, with the gap before it on its line. */
async function lettersOf(page: PDFPageProxy): Promise<Letter[]> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const letters: Letter[] = []
  let [x, lineX, scale, size, spacing, end] = [0, 0, 1, 1, 0, 0]
  let isBegin = true
  const show = (glyphs: readonly (Glyph | number | null)[]) => {
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') x -= (glyph / 1000) * size * scale
      else if (glyph) {
        const isSpace = glyph.unicode.trim() === ''
        if (!isSpace)
          for (const [at, letter] of glyph.unicode.split('').entries())
            letters.push({ letter, size: size * scale, ...(at === 0 ? { gap: x - end, isBegin } : inside) })
        isBegin = isSpace
        end = x + (glyph.width / 1000) * size * scale
        x = end + spacing * scale
      }
    }
  }
  for (const [at, operator] of fnArray.entries()) {
    const given = (argsArray[at] ?? []) as unknown[]
    const numbers = given
      .flatMap((one) => (ArrayBuffer.isView(one) ? [...(one as Float32Array)] : [one]))
      .map(Number)
    if (operator === OPS.setFont) size = Math.abs(numbers[1] ?? 1)
    else if (operator === OPS.setCharSpacing) spacing = numbers[0] ?? 0
    else if (operator === OPS.setTextMatrix) {
      scale = Math.abs(numbers[0] ?? 1) || 1
      x = lineX = numbers[4] ?? 0
    } else if (operator === OPS.moveText || operator === OPS.setLeadingMoveText) {
      x = lineX += (numbers[0] ?? 0) * scale
      if (numbers[1]) isBegin = true
    } else if (operator === OPS.beginText || operator === OPS.nextLine) isBegin = true
    else if (operator === OPS.showText) show(given[0] as (Glyph | number | null)[])
  }
  return letters
}

const inside = { gap: 0, isBegin: false }
