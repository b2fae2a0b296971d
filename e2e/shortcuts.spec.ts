import { globSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { violations } from '@plinth/testing/browser/axe.ts'
import {
  afterFrames,
  arrived,
  expect,
  hydrated,
  pressUntilShown,
  test,
} from '@plinth/testing/browser/fixtures.ts'
import { tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { preferredOf } from '@plinth/testing/languages.ts'

const pagesWithKey = globSync('src/routes/dashboard/**/*.tsx').filter((file) =>
  / key: '/.test(readFileSync(file, 'utf8')),
)

/** Entries of the navigation, such as those of generated features, that no letter opens. */
const withoutLetter = globSync('src/features/*/feature.ts').flatMap((file) =>
  readFileSync(file, 'utf8')
    .split(/\n {4}\{/)
    .filter((entry) => / to: '/.test(entry) && !/ letter: '/.test(entry)),
)

const open = async (page: Page, path = '/dashboard') => {
  await page.goto(path)
  await hydrated(page)
}

for (const language of preferredOf('en', 'pt')) {
  const t = textIn(language)
  test(
    `every place with a letter has a shortcut, listed under ?, that does not fire while typing in a field: ${language}`,
    tagOf(language),
    async ({ page, context, enter, user }) => {
      await context.addCookies([{ name: 'i18next', value: language, url: process.env.TEST_URL ?? '' }])
      await enter(user)
      await open(page)
      const places = await page.getByRole('complementary').getByRole('listitem').getByRole('link').count()
      const dialog = page.getByRole('dialog', { name: t('app:shortcuts.title') })
      await pressUntilShown(page, '?', dialog)
      // In addition to the places: the palette, this list, and pages with a key of their own.
      expect(await dialog.locator('dt').count()).toBe(places - withoutLetter.length + 2 + pagesWithKey.length)
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      for (const [letter, path] of [
        ['s', '/dashboard/settings'],
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
      await open(page, '/dashboard/settings')
      await expect(page.locator('#firstName')).toHaveValue(user.firstName)
      await page.locator('#firstName').fill('')
      await page.locator('#firstName').pressSequentially('gh?')
      await expect(page.locator('#firstName')).toHaveValue('gh?')
      expect(new URL(page.url()).pathname).toMatch(/^\/dashboard\/settings\/?$/)
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
  // Nothing opens above a dialog, which Escape would close too.
  await page.keyboard.press('Control+k')
  await afterFrames(page)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('s')
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
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await expect(page).toHaveURL('/dashboard/settings', { timeout: 5_000 })
  }).toPass()
})

test('the palette finds pages by synonyms', async ({ page, enter, user }) => {
  await enter(user)
  await open(page)
  await pressUntilShown(page, 'Control+k', page.getByRole('dialog').getByRole('combobox'))
  const field = page.getByRole('dialog').getByRole('combobox')
  for (const [typed, name] of [
    ['password', 'Change Password'],
    ['devices', 'Active sessions'],
    ['log out', 'Sign Out'],
  ] as const) {
    await field.fill(typed)
    await expect(page.getByRole('option', { name, exact: true })).toBeVisible()
  }
  await field.fill('devices')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/settings-enhanced?tab=sessions')
})
