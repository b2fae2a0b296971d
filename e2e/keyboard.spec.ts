import type { Page } from '@playwright/test'
import { tabTo } from '@plinth/testing/browser/by-keyboard.ts'
import { arrived, expect, hydrated, pressUntilShown, test } from '@plinth/testing/browser/fixtures.ts'
import { screens } from '@plinth/testing/browser/screens.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

test('by keyboard alone: sign in, find a page, change the name, sign out', async ({
  page,
  user,
  enter,
  context,
  watch,
}) => {
  await enter(user)
  await context.clearCookies()
  await page.goto('/login')
  await hydrated(page)
  await tabTo(page, page.locator('#email'))
  await page.keyboard.type(user.email)
  await tabTo(page, page.locator('#password'))
  await page.keyboard.type(user.password)
  await tabTo(page, button(page, 'Sign in'))
  await page.keyboard.press('Enter')
  await arrived(page, '/dashboard')
  await hydrated(page)

  await pressUntilShown(page, 'Control+k', page.getByRole('dialog').getByRole('combobox'))
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('settings')
  await expect(page.getByRole('option', { name: 'Settings', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await arrived(page, '/dashboard/settings')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await expect(page.locator('#firstName')).toHaveValue(user.firstName)
  await tabTo(page, page.locator('#firstName'))
  await page.keyboard.press('End')
  await page.keyboard.type(' Sol')
  await tabTo(page, button(page, 'Update'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toContainText(`${user.firstName} Sol`)

  // The palette may still be searching when the session ends.
  watch.expectProblem(/401|signInFirst/)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await arrived(page, '/login')
})

for (const path of ['/login', '/dashboard/settings'] as const) {
  test(`the first Tab stop of ${path} skips to the content, and the next one is inside it`, async ({
    page,
    enter,
  }) => {
    if (path !== '/login') await enter()
    await page.goto(path)
    await hydrated(page)
    expect(await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))).toBe(1)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.locator('main').evaluate((main) => main.contains(document.activeElement))).toBe(true)
  })
}

test('every Tab stop of a page is visible', async ({ page, enter, user }) => {
  await enter(user)
  for (const { path } of [...screens.open, ...screens.signedIn].filter(({ isMain }) => isMain)) {
    await page.goto(path)
    await hydrated(page)
    const main = page.getByRole('main')
    const stops = main.getByRole('link').or(main.getByRole('button'))
    // The home page of a product without features has none.
    if ((await stops.count()) > 0) await tabTo(page, stops.last())
  }
})

test('the palette traps the focus, and Escape closes it and restores the old focus', async ({
  page,
  enter,
}) => {
  await enter()
  await page.goto('/dashboard')
  await hydrated(page)
  const search = page.getByRole('button', { name: 'Search' })
  await tabTo(page, search)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  for (let stops = 0; stops < 3; stops += 1) {
    await page.keyboard.press('Tab')
    // After the last control, the dialog's focus guard has the focus for a moment.
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(search).toBeFocused()
})

test("Escape closes a phone's sheet and restores the focus", async ({ page, enter }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await enter()
  await page.goto('/dashboard')
  await hydrated(page)
  const more = page.getByRole('button', { name: 'More' })
  await more.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'More' })
  await expect(sheet).toBeVisible()
  await expect.poll(() => sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(more).toBeFocused()
})
