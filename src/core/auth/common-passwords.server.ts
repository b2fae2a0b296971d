import { dictionary } from '@zxcvbn-ts/language-common'

const commonPasswords = new Set((dictionary['passwords-common'] ?? []).map(String))

/**
 * True for the passwords attackers try first (about 49 000, offline list of zxcvbn-ts), whatever their case.
 */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password) || commonPasswords.has(password.toLowerCase())
}
