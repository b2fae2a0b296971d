import { createHash, randomBytes } from 'node:crypto'

/** The token of a mailed link. Only its digest is stored. */
export const newCancelToken = (): string => randomBytes(24).toString('base64url')

export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
