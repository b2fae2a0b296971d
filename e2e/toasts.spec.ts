import type { Locator, Page } from '@playwright/test'
import { admin, expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import {
  bringHost,
  raise,
  raiseBriefly,
  toastKinds as kinds,
  toasts,
} from '@plinth/testing/browser/raise-toasts.ts'
import { stopClock } from '@plinth/testing/browser/stop-clock.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const named = (page: Page, text: string): Locator => toasts(page).filter({ hasText: text })

/** Drags a toast to the right slowly enough not to be a flick, which dismisses at any distance. */
async function drag(page: Page, toast: Locator, pixels: number): Promise<void> {
  await toast.hover()
  const box = await toast.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + pixels / 2, y, { steps: 4 })
  await page.clock.runFor(600)
  await page.mouse.move(x + pixels, y, { steps: 4 })
  await page.mouse.up()
}

test('each of the five kinds has its own look, 356 px wide at the bottom right, with a labeled close button', async ({
  page,
}) => {
  await bringHost(page)
  for (const kind of kinds) {
    await raise(page, kind, `A ${kind}`)
    const toast = named(page, `A ${kind}`)
    await toast.hover()
    await expect(toast).toHaveAttribute('data-type', kind)
    await expect(toast).toHaveAttribute('data-mounted', 'true')
    await expect(toast).toHaveCSS('width', '356px')
    // Its final position: 24 px from the corner of the page, next to the reserved space of the scroll bar.
    await expect
      .poll(() =>
        toast.evaluate((element) => {
          const { right, bottom } = element.getBoundingClientRect()
          return [document.body.getBoundingClientRect().right - right, innerHeight - bottom].map(Math.round)
        }),
      )
      .toEqual([24, 24])
    // The product's own icons, not sonner's.
    await expect(toast.locator('[data-icon] svg')).toHaveClass(kind === 'loading' ? /animate-spin/ : /lucide/)
    // A loading toast ends with its task: nobody can close it.
    if (kind === 'loading') continue
    await toast.getByRole('button', { name: 'Close toast' }).click()
    await expect(toast).toHaveCount(0)
  }
})

test('a toast disappears after 4 s and takes 200 ms to leave; a loading toast stays open', async ({
  page,
}) => {
  await bringHost(page)
  await raise(page, 'loading', 'As long as it takes')
  await page.mouse.move(10, 10)
  await stopClock(page)
  await raiseBriefly(page, 'info', 'Four seconds')
  // It appears on the next tick.
  await page.clock.runFor(10)
  const toast = named(page, 'Four seconds')
  await expect(toast).toHaveAttribute('data-mounted', 'true')
  await page.clock.runFor(3_980)
  await expect(toast).toHaveAttribute('data-removed', 'false')
  await page.clock.runFor(40)
  await expect(toast).toHaveAttribute('data-removed', 'true')
  await page.clock.runFor(150)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(50)
  await expect(toast).toHaveCount(0)
  await expect(named(page, 'As long as it takes')).toBeVisible()
})

test('at most three are visible, the newest in front, 14 px apart when the pointer expands them', async ({
  page,
}) => {
  await bringHost(page)
  for (const number of [1, 2, 3, 4]) await raise(page, 'loading', `Number ${number}`)
  await expect(named(page, 'Number 1')).toHaveAttribute('data-visible', 'false')
  await expect(named(page, 'Number 1')).toHaveCSS('opacity', '0')
  for (const number of [2, 3, 4])
    await expect(named(page, `Number ${number}`)).toHaveAttribute('data-visible', 'true')
  await expect(named(page, 'Number 4')).toHaveAttribute('data-front', 'true')
  await named(page, 'Number 4').hover()
  await expect(named(page, 'Number 4')).toHaveAttribute('data-expanded', 'true')
  const gaps = async () => {
    const boxes = await Promise.all([2, 3, 4].map((number) => named(page, `Number ${number}`).boundingBox()))
    return [0, 1].map((index) =>
      Math.round((boxes[index + 1]?.y ?? 0) - (boxes[index]?.y ?? 0) - (boxes[index]?.height ?? 0)),
    )
  }
  await expect.poll(gaps).toEqual([14, 14])
})

test('a swipe of 45 px dismisses, one of 44 px does not', async ({ page }) => {
  await bringHost(page)
  await stopClock(page)
  await raise(page, 'info', 'Swiped')
  await page.clock.runFor(10)
  const toast = named(page, 'Swiped')
  await expect(toast).toHaveAttribute('data-mounted', 'true')
  await drag(page, toast, 44)
  await page.clock.runFor(500)
  await expect(toast).toBeVisible()
  await expect(toast).toHaveAttribute('data-removed', 'false')
  await drag(page, toast, 45)
  await page.clock.runFor(500)
  await expect(toast).toHaveCount(0)
})

test('Alt+T focuses the toasts, Tab the close button, and Enter closes', async ({ page }) => {
  await bringHost(page)
  await page.locator('#email').focus()
  await raise(page, 'info', 'Reached by keys')
  await expect(named(page, 'Reached by keys')).toBeVisible()
  await page.keyboard.press('Alt+t')
  await expect(page.locator('[data-sonner-toaster]')).toBeFocused()
  const close = page.getByRole('button', { name: 'Close toast' })
  for (
    let stops = 0;
    stops < 3 && !(await close.evaluate((element) => element === document.activeElement));
    stops += 1
  )
    await page.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(named(page, 'Reached by keys')).toHaveCount(0)
  await expect(page.locator('#email')).toBeFocused()
})

test('messages of the application use these toasts: a mail sent, an error', async ({
  page,
  user,
  enter,
  watch,
}) => {
  watch.expectProblem(/429|Failed to load resource/)
  await enter(user)
  await page.clock.install()
  await page.goto('/dashboard')
  await hydrated(page)
  await page.route('**/api/auth/send-verification-email*', (route) =>
    route.fulfill({ status: 429, json: { code: 'errors:tooManyAttempts' } }),
  )
  const resend = page.getByRole('button', { name: 'Resend Verification Email' })
  // The mail of the sign-up was sent a moment ago.
  await expect(async () => {
    await page.clock.fastForward('01:01')
    await expect(resend).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await resend.click()
  await expect(toasts(page).first()).toHaveAttribute('data-type', 'error')
  await page.unroute('**/api/auth/send-verification-email*')
  await resend.click()
  await expect(named(page, 'Verification email sent successfully')).toHaveAttribute('data-type', 'success')
})

test('a toast can be swiped by its text', async ({ page }) => {
  await bringHost(page)
  await raise(page, 'info', 'Take me by my words')
  const text = page.getByText('Take me by my words')
  // Once it has moved to its place.
  await text.hover()
  const place = await text.boundingBox()
  const [x, y] = [(place?.x ?? 0) + 20, (place?.y ?? 0) + (place?.height ?? 0) / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 80, y, { steps: 8 })
  await page.mouse.up()
  await expect(text).toHaveCount(0)
})

test('what is last in a page can be scrolled to above the toasts', async ({ page, enter }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await enter(admin)
  await bringHost(page, '/dashboard/admin/users')
  await raise(page, 'loading', 'As long as it takes')
  await expect(named(page, 'As long as it takes')).toHaveAttribute('data-mounted', 'true')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect
    .poll(async () => {
      const content = await page.locator('#main > :last-child').boundingBox()
      const toast = await named(page, 'As long as it takes').boundingBox()
      return content && toast && toast.y > content.y + content.height
    })
    .toBe(true)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })

  test('toasts stay above the navigation bar', async ({ page, enter, user }) => {
    await enter(user)
    await page.goto('/dashboard/settings')
    await hydrated(page)
    const bar = await page.locator('[data-phone-bar]').boundingBox()
    await page.locator('#firstName').fill('Inés')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    const toast = toasts(page).first()
    await expect
      .poll(async () => {
        const place = await toast.boundingBox()
        return (place?.y ?? Infinity) + (place?.height ?? 0)
      })
      .toBeLessThanOrEqual(bar?.y ?? 0)
  })
})
