import type { Page } from '@playwright/test'

/**
 * Holds back the page's responses to matching requests. `handled` resolves once the server has responded, so
 * that later requests of the test can't overtake the held one; `release` delivers the responses and holds no
 * more.
 */
export async function holdResponse(
  page: Page,
  url: RegExp,
): Promise<{ handled: Promise<void>; release: () => void }> {
  const handled = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isReleased = false
  await page.route(url, async (route) => {
    // A response that is read when the journey ends would fail it.
    if (isReleased) return route.continue()
    const response = await route.fetch()
    // Now: Playwright forgets it when the journey ends.
    const answer = { status: response.status(), headers: response.headers(), body: await response.body() }
    handled.resolve()
    await released.promise
    // Nobody waits for it on a page that is closed.
    if (!page.isClosed()) await route.fulfill(answer)
  })
  const release = () => {
    isReleased = true
    released.resolve()
  }
  return { handled: handled.promise, release }
}
