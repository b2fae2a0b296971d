import type { Page } from '@playwright/test'
import { expect, hydrated, pressUntilShown } from '@plinth/testing/browser/fixtures.ts'
import { tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { test } from './post-fixtures.ts'
import { languageNames } from '../../../languages.ts'
import { preferred, preferredOf } from '@plinth/testing/languages.ts'

const open = async (page: Page, path = '/dashboard') => {
  await page.goto(path)
  await hydrated(page)
}

for (const language of preferredOf('en', 'pt')) {
  const t = textIn(language)
  test(
    `the palette finds posts while typing, and starts a new one: ${language}`,
    tagOf(language),
    async ({ page, context, enter, user, write }) => {
      await context.addCookies([{ name: 'i18next', value: language, url: process.env.TEST_URL ?? '' }])
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
}

test('n starts a new post, is listed under ?, and does not fire while typing in a field', async ({
  page,
  enter,
  user,
}) => {
  const t = textIn('en')
  await enter(user)
  await open(page)
  const dialog = page.getByRole('dialog', { name: t('app:shortcuts.title') })
  await pressUntilShown(page, '?', dialog)
  await expect(dialog.getByText(t('posts:shell.new'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(page.locator('#title')).toBeFocused()
  await page.keyboard.type('gnp?')
  await expect(page.locator('#title')).toHaveValue('gnp?')
  expect(new URL(page.url()).pathname).toBe('/dashboard/posts/new')
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
  await expect(dialog.getByRole('combobox')).toBeFocused()
  expect(await page.evaluate(ringsAroundFocus)).toBeLessThanOrEqual(1)
  await page.keyboard.type('pass')
  await dialog.getByRole('option', { name: 'Change password' }).waitFor()
  await dialog.getByRole('option', { name: 'Passport rules' }).waitFor()
  await expect(dialog.getByRole('option', { selected: true })).toHaveText(/^Passport rules/)
  await expect(dialog.getByRole('option').first()).toHaveText(/^Passport rules/)
  await dialog.getByRole('combobox').fill(`language ${languageNames[preferred('de')].english}`)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', preferred('de'))
})

test('a post that its content matches stays in the palette while more of the words is typed', async ({
  page,
  enter,
  user,
  write,
}) => {
  await enter(user)
  await write('Kiln opening')
  await open(page)
  await pressUntilShown(page, 'Control+k', page.getByRole('dialog').getByRole('combobox'))
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  const post = page.getByRole('option', { name: 'Kiln opening' })
  await page.keyboard.type('every')
  await expect(post).toBeVisible()
  await page.keyboard.type('thing stands')
  await expect(post).toBeVisible()
  await expect(post).toHaveAttribute('aria-selected', 'true')
})

/** Runs in the page: how many outlines there are around the focus. */
function ringsAroundFocus(): number {
  let count = 0
  for (let part = document.activeElement; part; part = part.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(part)
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) count += 1
  }
  return count
}
