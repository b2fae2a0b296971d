import { createHash } from 'node:crypto'

/** A word of 60 letters that occurs nowhere else. */
export const strangeWord = (at: number) =>
  createHash('sha512')
    .update(String(at))
    .digest('hex')
    .slice(0, 60)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
