import { measured } from '../measured.ts'
import { code as shown } from '../ui/showcase/code.ts'
import { brand } from '#/brand.ts'
import { expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { stopClock } from '@plinth/testing/browser/stop-clock.ts'
import { preferred, speaks } from '@plinth/testing/languages.ts'

test('the showcase is part of the HTML, loads no code of its own, and follows the language', async ({
  page,
}) => {
  test.skip(!speaks('de'), 'Its words are German')
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
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Das Fundament Ihres Produkts')
  await expect(page.getByRole('heading', { name: 'Was Sie nicht mehr bauen müssen' })).toBeVisible()
  await expect(page.getByRole('heading', { name: "What you don't have to build" })).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Die Übersicht eines Arbeitsbereichs' })).toContainText(
    'Willkommen, Alex',
  )
})

test('the showcase is also shown after a client-side navigation, and nothing in it is focusable', async ({
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

test('a slow home page shows no header before its messages have loaded', async ({ page }) => {
  await page.goto('/login')
  await hydrated(page)
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/assets/texts/en/pitch-*.json', async (route) => {
    await isLetThrough
    await route.continue()
  })
  await page.getByRole('link', { name: brand.name }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  letThrough()
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible()
})

test('the command is copied with a click', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto('/')
  await hydrated(page)
  await stopClock(page)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start')
  await page.clock.runFor(2_000)
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
})

test('the demo opens with one click, and the to-do lights up the code that it runs', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const tour = page.locator('#code')
  const lit = tour.getByText(shown.live.lit)
  const color = () => lit.evaluate((line) => getComputedStyle(line).backgroundColor)
  const before = await color()
  await tour.getByRole('checkbox').check()
  await expect.poll(color).not.toBe(before)
  await page.getByRole('button', { name: 'Open the demo' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada')
})

test('on a phone, what lights up is scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto('/')
  await hydrated(page)
  const tour = page.locator('#code')
  const end = tour.getByText("Everybody else's")
  await tour.getByRole('checkbox').scrollIntoViewIfNeeded()
  await expect(end).not.toBeInViewport()
  await tour.getByRole('checkbox').check()
  await expect(end).toBeInViewport()
})

test('a signed-in visitor sees the dashboard link instead of sign-in', async ({ page, enter }) => {
  await enter()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(3)
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveCount(0)
})

test('without JavaScript it shows everything, its links work, it has four languages, and no dead controls or empty boxes', async ({
  browser,
  baseURL,
}) => {
  test.skip(!speaks('de'), 'Its words are German')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('TypeScript starter')
  await expect(page.getByText('npm start').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Real PostgreSQL' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Open the demo'])
  await expect(page.getByRole('main').locator('input:visible:not([type=checkbox])')).toHaveCount(0)
  const empty = await page
    .locator('main div, main section')
    .evaluateAll((boxes) =>
      boxes
        .filter(
          (box) =>
            box.checkVisibility() &&
            box.clientHeight > 60 &&
            !(box as HTMLElement).innerText.trim() &&
            !box.querySelector('svg'),
        )
        .map((box) => box.outerHTML.slice(0, 200)),
    )
  expect(empty).toEqual([])
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Das Fundament Ihres Produkts steht schon',
  )
  await page.getByRole('link', { name: 'Konto erstellen' }).first().click()
  await expect(page.locator('#email')).toBeVisible()
  await context.close()
})

test("its numbers are those of the measured list, in the visitor's number format", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'i18next', value: preferred('de'), url: baseURL ?? '' }])
  await page.goto('/')
  for (const { value } of measured.figures) {
    await expect(
      page.getByRole('definition').filter({
        hasText: new Intl.NumberFormat(preferred('de'), { maximumFractionDigits: 1 }).format(value),
      }),
    ).not.toHaveCount(0)
  }
})
