import { expect } from 'vitest'

/**
 * Waits until /readyz returns 200: its own connection closes when it is idle, and a busy machine may take
 * longer for the next one than /readyz waits.
 */
export async function untilReady(url: string): Promise<void> {
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 60_000 }).toBe(200)
}
