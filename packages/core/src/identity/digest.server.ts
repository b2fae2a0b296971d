import { createHash } from 'node:crypto'

/** What is stored of a token. Tokens have at least 128 random bits, so a fast hash is enough. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
