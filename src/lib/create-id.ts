const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

/**
 * Returns a new id: 24 characters of [0-9a-z], the first 9 the time in milliseconds, the rest about 77 random
 * bits. Ids sort by creation time, which keeps new rows together in an index but reveals that time.
 */
export function createId(now = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(15))
  const time = now.toString(36).padStart(9, '0').slice(-9)
  let tail = ''
  for (const byte of random) tail += alphabet[byte % 36]
  return time + tail
}
