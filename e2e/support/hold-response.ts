import type { Page } from '@playwright/test'

/**
 * Holds back the page's responses to matching requests. `handled` resolves once the server has responded, so
 * that later requests of the test can't overtake the held one; `release` delivers the responses.
 */
export async function holdResponse(
  page: Page,
  url: RegExp,
): Promise<{ handled: Promise<void>; release: () => void }> {
  const handled = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    const response = await route.fetch()
    handled.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  return { handled: handled.promise, release: released.resolve }
}
