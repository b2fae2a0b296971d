const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

let latest = 0

/** The time, or the next millisecond if an id of this process already has that one. */
function nextTime(): number {
  latest = Math.max(Date.now(), latest + 1)
  return latest
}

/**
 * Returns a new id: 24 characters of [0-9a-z], the first 9 the time in milliseconds, the rest about 77 random
 * bits. Ids sort by creation time, those of one process even within a millisecond, which keeps new rows
 * together in an index and breaks ties in lists sorted by time; they reveal that time.
 */
export function createId(time = nextTime()): string {
  const random = crypto.getRandomValues(new Uint8Array(15))
  const head = time.toString(36).padStart(9, '0').slice(-9)
  let tail = ''
  for (const byte of random) tail += alphabet[byte % 36]
  return head + tail
}
