import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { afterFrames, arrived, expect, hydrated, pressUntilShown, test } from './support/fixtures.ts'
import { tagOf, textIn } from './support/texts.ts'

const open = async (page: Page, path = '/dashboard') => {
  await page.goto(path)
  await hydrated(page)
}

for (const language of ['en', 'pt'] as const) {
  const t = textIn(language)
  test(
    `the palette finds posts while typing, and starts a new one: ${language}`,
    tagOf(language),
    async ({ page, context, enter, user, write }) => {
      await context.addCookies([{ name: 'i18next', value: language, url: process.env.PLINTH_URL ?? '' }])
      await enter(user)
      await write('Celadon recipe')
      await write('Kiln opening')
      await open(page)
      await pressUntilShown(page, 'Control+k', page.getByRole('dialog').getByRole('combobox'))
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
      await page.keyboard.type('celad')
      await page.getByRole('option', { name: 'Celadon recipe' }).waitFor()
      await expect(page.getByRole('option', { name: 'Kiln opening' })).toHaveCount(0)
      await expect(page.getByRole('option', { name: 'Celadon recipe' })).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Celadon recipe', level: 1 })).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
      await page.keyboard.type(t('posts:shell.new'))
      await page.keyboard.press('Enter')
      await expect(page.locator('#title')).toBeFocused()
    },
  )

  test(
    `every place has a shortcut, listed under ?, that does not fire while typing in a field: ${language}`,
    tagOf(language),
    async ({ page, context, enter, user }) => {
      await context.addCookies([{ name: 'i18next', value: language, url: process.env.PLINTH_URL ?? '' }])
      await enter(user)
      await open(page)
      const places = await page.getByRole('complementary').getByRole('link').count()
      const dialog = page.getByRole('dialog', { name: t('app:shortcuts.title') })
      await pressUntilShown(page, '?', dialog)
      // In addition to the places: the palette, a new post, this list.
      expect(await dialog.locator('dt').count()).toBe(places + 3)
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      for (const [letter, path] of [
        ['p', '/dashboard/posts'],
        ['t', '/dashboard/tanstack-db-example'],
        ['h', '/dashboard'],
      ] as const) {
        // The letter counts within 1.5 s, which a busy machine may miss.
        await expect(async () => {
          await page.keyboard.press('g')
          await page.keyboard.press(letter)
          await expect(page).toHaveURL(path, { timeout: 5_000 })
        }).toPass()
        await arrived(page, path)
      }
      await page.keyboard.press('n')
      await expect(page.locator('#title')).toBeFocused()
      await page.keyboard.type('gnp?')
      await expect(page.locator('#title')).toHaveValue('gnp?')
      expect(new URL(page.url()).pathname).toBe('/dashboard/posts/new')
    },
  )
}

test('single-key shortcuts can be turned off, and on from the palette', async ({ page, enter, user }) => {
  const t = textIn('en')
  await enter(user)
  await open(page)
  const dialog = page.getByRole('dialog', { name: t('app:shortcuts.title') })
  await pressUntilShown(page, '?', dialog)
  await dialog.getByRole('switch').uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await afterFrames(page)
  await expect(dialog).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(t('app:shortcuts.title'))
  await page.keyboard.press('Enter')
  await dialog.getByRole('switch').check()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(page.locator('#title')).toBeFocused()
})

test('the palette highlights its first row when posts arrive after a command, and changes the language', async ({
  page,
  enter,
  user,
  write,
}) => {
  await enter(user)
  await write('Passport rules')
  await open(page)
  const dialog = page.getByRole('dialog')
  await pressUntilShown(page, 'Control+k', dialog.getByRole('combobox'))
  await page.keyboard.type('pass')
  await dialog.getByRole('option', { name: 'Change password' }).waitFor()
  await dialog.getByRole('option', { name: 'Passport rules' }).waitFor()
  await expect(dialog.getByRole('option', { selected: true })).toHaveText('Passport rules')
  await expect(dialog.getByRole('option').first()).toHaveText('Passport rules')
  await dialog.getByRole('combobox').fill('language german')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('the palette finds pages by synonyms', async ({ page, enter, user }) => {
  await enter(user)
  await open(page)
  await pressUntilShown(page, 'Control+k', page.getByRole('dialog').getByRole('combobox'))
  const field = page.getByRole('dialog').getByRole('combobox')
  for (const [typed, name] of [
    ['password', 'Change password'],
    ['two factor', 'Two-factor authentication'],
    ['2fa', 'Two-factor authentication'],
    ['log out', 'Sign Out'],
  ] as const) {
    await field.fill(typed)
    await expect(page.getByRole('option', { name, exact: true })).toBeVisible()
  }
  await field.fill('2fa')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/settings-enhanced?tab=two-factor')
})
