import type { Page } from '@playwright/test'

/**
 * From here on, time in the page passes only when the test advances it, until `page.clock.resume()`. It jumps
 * ahead by a minute.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}
