import { detectLanguage } from './text-language.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

// Abbreviations with a period in the four languages. Single letters are initials, or "z. B." and "p. e."
const abbreviations =
  'dr dra drs prof profa mr mrs ms jr st vs fig no vol inc ltd co hr fr nr str bzw ca vgl evtl ggf inkl zzgl usw etc mio mrd tel abs art bd kap sog sr sra srta ud uds ej ex pág pag núm núms av avda dto exmo ltda nº'
// regex-reviewed: sees the last TAIL characters
const GOES_ON = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\p{L}|${abbreviations.replaceAll(' ', '|')})\.[ \u00a0]*$`,
  'iu',
)
const NUMBER = /(?<![\p{L}\p{N}.,])\d{1,2}\.[ \u00a0]*$/u

/** The start of a German date such as "30. April", which is not an item of a numbered list. */
export const GERMAN_DAY = String.raw`\d{1,2}\.\s+(?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)`
const TAIL = 40
const MONTH = /^(?:Jan|Jän|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/

export type TextSegment = { segment: string; index: number }

/**
 * Splits a text into sentences, in linear time. "Dr. Weber", "z. B. Äpfel" and "am 30. April" don't end one.
 */
export function sentencesIn(text: string): TextSegment[] {
  const found: TextSegment[] = []
  let isGerman: boolean | undefined
  let start = 0
  for (const { segment, index } of segmenter.segment(text)) {
    const isOrdinal = () => MONTH.test(segment) || (isGerman ??= detectLanguage(text) === 'de')
    // Kept as indices: reading the end of a growing string would copy all of it every time.
    const tail = text.slice(Math.max(start, index - TAIL), index)
    if (index === start || GOES_ON.test(tail) || (NUMBER.test(tail) && isOrdinal())) continue
    found.push({ segment: text.slice(start, index), index: start })
    start = index
  }
  if (start < text.length) found.push({ segment: text.slice(start), index: start })
  return found
}
