import { randomInt } from 'node:crypto'

const BACKUP_CODES = 10
// Without those that look alike on paper: 0 and o, 1, i and l. A code has 49 bits.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const letter = () => LETTERS[randomInt(LETTERS.length)] ?? ''
const half = () => Array.from({ length: 5 }, letter).join('')

/** Returns a new list of backup codes, as they are shown and stored. */
export const createBackupCodes = (): string[] =>
  Array.from({ length: BACKUP_CODES }, () => `${half()}-${half()}`)
