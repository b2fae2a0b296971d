import { dictionary } from '@zxcvbn-ts/language-common'
import { getBrand } from '#/brand.ts'

const commonPasswords = new Set((dictionary['passwords-common'] ?? []).map(String))

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

/** What somebody who guesses knows of every product, besides its name. */
const ownWords = new Set(['administrator', 'administration', 'dashboard', 'organization', 'workspace'])

/**
 * True for the passwords attackers try first (about 49 000, offline list of zxcvbn-ts), whatever their case,
 * and for a word of this product with any digits and signs.
 */
export function isCommonPassword(password: string): boolean {
  return (
    commonPasswords.has(password) ||
    commonPasswords.has(password.toLowerCase()) ||
    ownWords.has(lettersOf(password)) ||
    lettersOf(password) === lettersOf(getBrand().name)
  )
}
