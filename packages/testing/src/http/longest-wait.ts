import { setTimeout as pause } from 'node:timers/promises'

/** Sends small requests in a loop until `work` is done. Returns the longest response time in milliseconds. */
export async function longestWait(url: string, work: Promise<unknown>): Promise<number> {
  let isDone = false
  void work.finally(() => (isDone = true)).catch(() => {})
  let longest = 0
  do {
    const startedAt = performance.now()
    await fetch(`${url}/healthz`)
    longest = Math.max(longest, performance.now() - startedAt)
    await pause(20)
  } while (!isDone)
  await work
  return longest
}
