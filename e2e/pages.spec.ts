import { tabTo } from '@plinth/testing/browser/by-keyboard.ts'
import { expect, hydrated, reload, test } from '@plinth/testing/browser/fixtures.ts'
import { tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { preferredOf } from '@plinth/testing/languages.ts'

test('a page opened offline loads by itself once the network is back', async ({
  page,
  context,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/INTERNET_DISCONNECTED|Failed to fetch|TRPC|overview\.|Texts did not load/)
  await enter(user)
  await page.goto('/dashboard/settings')
  await hydrated(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(page.getByText(textIn('en')('errors:offline'))).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: user.firstName })).toBeVisible()
})

for (const language of preferredOf('en', 'pt')) {
  const t = textIn(language)
  test(
    `offline, a retry by keyboard sends a request at once, and waiting requests continue if the browser was wrong: ${language}`,
    tagOf(language),
    async ({ page, context, enter, user, watch }) => {
      watch.expectProblem(/INTERNET_DISCONNECTED|Failed to fetch/)
      await context.addCookies([{ name: 'i18next', value: language, url: process.env.TEST_URL ?? '' }])
      await enter(user)
      await page.goto('/dashboard/settings')
      await hydrated(page)
      const retry = page.getByRole('button', { name: t('app:error.retry') })
      await context.setOffline(true)
      await expect(page.getByText(t('app:offline'))).toBeVisible()
      await tabTo(page, retry)
      const refused = page.waitForEvent('requestfailed')
      await page.keyboard.press('Enter')
      await refused
      await expect(page.getByText(t('errors:offline'))).toBeVisible()
      await expect(retry).toBeFocused()
      await context.setOffline(false)
      await expect(retry).toHaveCount(0)

      // A browser that is online and does not know it.
      await page.evaluate(() => dispatchEvent(new Event('offline')))
      await page
        .getByRole('link', { name: t('app:nav.home'), exact: true })
        .first()
        .click()
      await expect(page.getByRole('status').filter({ hasText: t('app:pending.loading') })).toBeVisible()
      await tabTo(page, retry)
      await page.keyboard.press('Enter')
      await expect(retry).toHaveCount(0)
      await expect(page.getByRole('main')).toBeFocused()
      await expect(page.getByRole('heading', { level: 1, name: user.firstName })).toBeVisible()
    },
  )
}

test('theme: dark before the first paint, remembered under `theme`, system follows the system', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/login')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await hydrated(page)
  await page.getByLabel('Theme').selectOption('light')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await page.addInitScript(() => {
    new MutationObserver(
      () =>
        document.readyState === 'loading' &&
        document.documentElement.classList.contains('dark') &&
        console.error('dark flash'),
    ).observe(document, { subtree: true, childList: true, attributes: true })
  })
  await reload(page)
  await expect(page.getByLabel('Theme')).toHaveValue('light')
  await page.getByLabel('Theme').selectOption('system')
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('system')
})

test('a theme made for shadcn changes a page', async ({ page }) => {
  await page.goto('/login')
  const looks = () =>
    page.getByRole('button', { name: 'Sign in', exact: true }).evaluate((button) => {
      const { backgroundColor, borderRadius } = getComputedStyle(button)
      return {
        backgroundColor,
        borderRadius,
        field: getComputedStyle(document.querySelector('#email') as Element).borderRadius,
      }
    })
  const before = await looks()
  await page.addStyleTag({ content: ':root { --primary: oklch(0.5 0.2 250); --radius: 2px; }' })
  // After the color transition.
  await expect.poll(async () => (await looks()).backgroundColor).toMatch(/ 250\)/)
  expect(before.backgroundColor).toMatch(/ 80\)/)
  expect(await looks()).toMatchObject({ borderRadius: '2px', field: '2px' })
})
