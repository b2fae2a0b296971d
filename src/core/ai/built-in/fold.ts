/**
 * The text in small letters without accents, of the same length: what stands at a position here stands at the
 * same one there.
 */
export function fold(text: string): string {
  let folded = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    const plain = (letter.normalize('NFD')[0] ?? letter).toLowerCase()
    folded += plain.length === 1 ? (twins[plain] ?? plain) : letter
  }
  return folded
}

// Written by hand and by phones.
const twins: Record<string, string> = { '’': "'", '‘': "'", '\u00a0': ' ', '–': '-' }
