const reads = new Map<string, Promise<unknown>>()

/**
 * Shares one `read` between calls with the same key in one turn of the event loop. It starts after all of
 * them, so no caller gets data from before its call. For many streams that one announcement wakes.
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
