import { brand } from '#/brand.ts'
import { languageNames } from '#/languages.ts'
import { tabTo } from '@plinth/testing/browser/by-keyboard.ts'
import { expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { languages, tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { preferred } from '@plinth/testing/languages.ts'

test('it leads to an account, and who has one to the dashboard', async ({ page, enter }) => {
  const main = page.getByRole('main')
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.waitForURL('**/login')
  await page.goto('/')
  await main.getByRole('link', { name: 'Create an account' }).first().click()
  await page.waitForURL('**/register')
  await enter()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  await main.getByRole('link', { name: 'dashboard' }).first().click()
  await page.waitForURL('**/dashboard')
})

test('without JavaScript its links work', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto('/')
  const last = languages.at(-1) ?? 'en'
  await page.getByRole('link', { name: languageNames[last].own, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', last)
  await page.getByRole('main').locator('a[href="/register"]').first().click()
  await expect(page.locator('#email')).toBeVisible()
  await context.close()
})

// e2e/screens.spec.ts checks the narrowest width, 320 pixels, for every screen and language.
test('no width scrolls sideways in the language with the longest words', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'i18next', value: preferred('de'), url: baseURL ?? '' }])
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('the first Tab stop skips to the content, and the next one is inside it', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  expect(await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))).toBe(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.locator('main').evaluate((main) => main.contains(document.activeElement))).toBe(true)
})

for (const language of languages) {
  test(
    `its title is that of the product: ${language}`,
    tagOf(language),
    async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
      await page.goto('/')
      await expect(page).toHaveTitle(`${brand.name} · ${textIn(language)('app:meta.title')}`)
    },
  )
}
