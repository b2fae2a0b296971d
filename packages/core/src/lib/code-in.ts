import { asciiDigits } from './ascii-digits.ts'

const grouped = [/(?<!\d)\d{6}(?!\d)/, /(?<!\d)\d{3}[\s-]\d{3}(?!\d)/, /(?<!\d)\d(?:[\s.-]?\d){5}(?!\d)/]

/**
 * The six digits of a code in what was typed or pasted, such as a whole message: `Your code: 123 456`.
 * Digits of every script count. Undefined if there are no six.
 */
export function codeIn(text: string): string | undefined {
  const plain = asciiDigits(text)
  for (const pattern of grouped) {
    const [found] = pattern.exec(plain) ?? []
    if (found !== undefined) return found.replaceAll(/\D/g, '')
  }
  return undefined
}
