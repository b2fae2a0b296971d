import { measured } from '../src/features/home/measured.ts'
import { brand } from '../src/lib/brand.ts'
import { expect, hydrated, test } from './support/fixtures.ts'

test('the showcase comes with the page, without code of its own, and follows the language', async ({
  page,
}) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  await page.goto('/')
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  const frame = page.getByRole('img', { name: 'The home page of a workspace' })
  await expect(frame).toContainText('Welcome, Alex')
  const codes = await Promise.all(scripts)
  expect(codes.length).toBeGreaterThan(0)
  expect(codes.some((code) => code.includes('showcase:frame'))).toBe(false)
  await page.getByLabel('Language').selectOption('de')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Die Basis Ihres Produkts')
  await expect(page.getByRole('heading', { name: 'Was Sie nicht mehr bauen müssen' })).toBeVisible()
  await expect(page.getByRole('heading', { name: "What you don't have to build" })).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Die Übersicht eines Arbeitsbereichs' })).toContainText(
    'Willkommen, Alex',
  )
})

test('the showcase is there after a navigation in the browser, and nothing in it takes the focus', async ({
  page,
}) => {
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('link', { name: brand.name }).click()
  await expect(page.getByRole('heading', { name: 'Real PostgreSQL' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'The home page of a workspace' })).toContainText('Release notes')
  const stops = await page
    .locator('[inert]')
    .evaluateAll((parts) => parts.map((part) => part.querySelectorAll('a, button, input, [tabindex]').length))
  expect(stops).toEqual([0, 0, 0, 0])
})

test('a home page that is slow to come has no header without its messages', async ({ page }) => {
  await page.goto('/login')
  await hydrated(page)
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/assets/en-*.js', async (route) => {
    await isLetThrough
    await route.continue()
  })
  await page.getByRole('link', { name: brand.name }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  letThrough()
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible()
})

test('the one command is copied with a click', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start')
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
})

test('a signed-in visitor is offered the dashboard instead of signing in', async ({ page, enter }) => {
  await enter()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveCount(0)
})

test('without JavaScript it says everything, leads in, and speaks four languages; nothing is shown that would do nothing', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Modern Full-Stack Boilerplate')
  await expect(page.getByText('npm start').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Real PostgreSQL' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').locator('input:visible')).toHaveCount(0)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Die Basis Ihres Produkts, fertig gebaut',
  )
  await page.getByRole('link', { name: 'Konto erstellen' }).first().click()
  await expect(page.locator('#email')).toBeVisible()
  await context.close()
})

test('its numbers are those of the one list, in the visitor’s way of writing', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'i18next', value: 'de', url: baseURL ?? '' }])
  await page.goto('/')
  for (const { value } of measured.figures) {
    await expect(
      page
        .getByRole('definition')
        .filter({ hasText: new Intl.NumberFormat('de', { maximumFractionDigits: 1 }).format(value) }),
    ).not.toHaveCount(0)
  }
})

test('a theme made for shadcn changes a page: it follows the tokens', async ({ page }) => {
  await page.goto('/login')
  const looks = () =>
    page.getByRole('button', { name: 'Login' }).evaluate((button) => {
      const { backgroundColor, borderRadius } = getComputedStyle(button)
      return {
        backgroundColor,
        borderRadius,
        field: getComputedStyle(document.querySelector('#email') as Element).borderRadius,
      }
    })
  const before = await looks()
  await page.addStyleTag({ content: ':root { --primary: oklch(0.5 0.2 250); --radius: 2px; }' })
  // Past the transition of the colour.
  await expect.poll(async () => (await looks()).backgroundColor).toMatch(/ 250\)/)
  expect(before.backgroundColor).toMatch(/ 80\)/)
  expect(await looks()).toMatchObject({ borderRadius: '2px', field: '2px' })
})

// The narrowest, 320 pixels, is looked at for every screen and language: e2e/screens.spec.ts.
test('no width scrolls sideways, in the language of the longest words', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'i18next', value: 'de', url: baseURL ?? '' }])
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
