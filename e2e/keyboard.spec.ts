import type { Page } from '@playwright/test'
import { tabTo } from './support/by-keyboard.ts'
import { ada, arrived, expect, hydrated, newWord, pressUntilShown, test } from './support/fixtures.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

test('by keyboard alone: sign in, find a page, write a post, read it, sign out', async ({ page, watch }) => {
  await page.goto('/login')
  await hydrated(page)
  await tabTo(page, page.locator('#email'))
  await page.keyboard.type(ada.email)
  await tabTo(page, page.locator('#password'))
  await page.keyboard.type(ada.password)
  await tabTo(page, button(page, 'Login'))
  await page.keyboard.press('Enter')
  await arrived(page, '/dashboard')
  await hydrated(page)

  await pressUntilShown(page, 'Control+k', page.getByRole('dialog').getByRole('combobox'))
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('posts')
  await expect(page.getByRole('option', { name: 'Posts' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await arrived(page, '/dashboard/posts')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'New post' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('#title')).toBeFocused()
  const title = `Without a mouse ${newWord()}`
  await page.keyboard.type(title)
  await tabTo(page, page.locator('#content'))
  await page.keyboard.type('Every key counts.')
  await tabTo(page, button(page, 'Create post'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your post has been created!')).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: title }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()

  // The palette may still be searching when the session ends.
  watch.expectProblem(/401|signInFirst/)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await arrived(page, '/login')
})

for (const path of ['/', '/login', '/dashboard'] as const) {
  test(`the first Tab stop of ${path} skips to the content, and the next one is inside it`, async ({
    page,
    enter,
  }) => {
    if (path === '/dashboard') await enter()
    await page.goto(path)
    await hydrated(page)
    expect(await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))).toBe(1)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.locator('main').evaluate((main) => main.contains(document.activeElement))).toBe(true)
  })
}

test('every Tab stop of a page is visible', async ({ page, enter, user, write }) => {
  await enter(user)
  await write('The first stone')
  for (const path of ['/', '/dashboard', '/dashboard/posts']) {
    await page.goto(path)
    await hydrated(page)
    await tabTo(
      page,
      page.locator('main').getByRole('link').or(page.locator('main').getByRole('button')).last(),
    )
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

test('removing a row focuses the next one, and after the last one the heading', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await page.goto('/dashboard/tanstack-db-example')
  await hydrated(page)
  for (const text of ['first', 'second']) {
    await page.locator('#text').fill(text)
    await page.locator('#text').press('Enter')
    await expect(page.getByRole('checkbox', { name: text }).first()).toBeVisible()
  }
  const all = page.getByRole('region', { name: 'To-dos', exact: true })
  const remove = all.getByRole('button', { name: /^Delete/ })
  await remove.first().focus()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(1)
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(0)
  await expect(all.getByRole('heading')).toBeFocused()
})
