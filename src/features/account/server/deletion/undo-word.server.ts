import { createHash, randomBytes } from 'node:crypto'

/** The word of a mailed link, which nobody can guess; only its digest is stored. */
export const newUndoWord = (): string => randomBytes(24).toString('base64url')

export const digestOf = (word: string): string => createHash('sha256').update(word).digest('base64url')
