import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** By prefix, length and checksum, scanners recognize a leaked key without asking this server. */
const PREFIX = 'plinth_'
// A key that was created under another name of the product begins with that one.
const KEY = /^[a-z][a-z0-9_]*_([0-9a-f]{64})([0-9a-f]{8})$/

/** Returns a new key: the prefix, 32 random bytes and their CRC-32, in hexadecimal. */
export function newKey(): string {
  const random = randomBytes(32).toString('hex')
  return `${PREFIX}${random}${checksumOf(random)}`
}

/** Whether the text has the form of a key and its checksum. */
export function isKey(text: string): boolean {
  const [, random = '', checksum] = KEY.exec(text) ?? []
  return checksum !== undefined && checksum === checksumOf(random)
}

export const hintOf = (key: string): string => key.slice(-6)

const checksumOf = (random: string): string => crc32(random).toString(16).padStart(8, '0')
