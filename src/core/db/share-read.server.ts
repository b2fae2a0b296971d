const reads = new Map<string, Promise<unknown>>()

/**
 * Calls with the same key in one turn of the event loop share one `read`. It begins after all of them, so no
 * caller gets what was true before it asked. For many streams that one announcement wakes.
 */
export function shareRead<T>(key: string, read: () => Promise<T>): Promise<T> {
  const known = reads.get(key) as Promise<T> | undefined
  if (known) return known
  const reading = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    reads.delete(key)
    return read()
  })
  reads.set(key, reading)
  return reading
}
