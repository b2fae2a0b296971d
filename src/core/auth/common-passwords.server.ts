import { dictionary } from '@zxcvbn-ts/language-common'
import { brand } from '#/lib/brand.ts'

const commonPasswords = new Set((dictionary['passwords-common'] ?? []).map(String))

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

/** What somebody who guesses knows of this product. */
const ownWords = new Set(
  [brand.name, 'administrator', 'administration', 'dashboard', 'organization', 'workspace'].map(lettersOf),
)

/**
 * True for the passwords attackers try first (about 49 000, offline list of zxcvbn-ts), whatever their case,
 * and for a word of this product with any digits and signs.
 */
export function isCommonPassword(password: string): boolean {
  return (
    commonPasswords.has(password) ||
    commonPasswords.has(password.toLowerCase()) ||
    ownWords.has(lettersOf(password))
  )
}
