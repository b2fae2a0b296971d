import { admin, expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

const t = textIn('en')

test('no badge of a table is covered or cut in a window of 768 px', async ({ page, enter }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await enter(admin)
  await page.goto('/dashboard/admin/users')
  await hydrated(page)
  await expect(page.locator('main table [data-slot=badge]:visible').first()).toBeVisible()
  const covered = await page.locator('main table [data-slot=badge]:visible').evaluateAll((badges) =>
    badges
      .filter((badge) => {
        badge.scrollIntoView({ block: 'center' })
        const { right, top, bottom } = badge.getBoundingClientRect()
        return !badge.contains(document.elementFromPoint(right - 2, (top + bottom) / 2))
      })
      .map((badge) => badge.textContent),
  )
  expect(covered).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 900 } })

  test('a drawer has no button alone in a line', async ({ page, enter }) => {
    await enter(admin)
    await page.goto('/dashboard/admin/users?q=dan@example.com')
    await hydrated(page)
    await page.getByRole('button', { name: 'Dan Weber', exact: true }).tap()
    const drawer = page.getByRole('dialog')
    const placeOf = (name: string | RegExp) =>
      drawer.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).boundingBox()
    // The drawer comes in meanwhile.
    await expect
      .poll(async () => {
        const menu = await placeOf(new RegExp(t('app:menu.actions')))
        const beside = await placeOf('Impersonate')
        return menu && beside && menu.y < beside.y + beside.height && menu.x > beside.x
      })
      .toBe(true)
  })
})
