import { measured } from '../src/features/home/measured.ts'
import { arrived, expect, hydrated, test } from './support/fixtures.ts'

test('the pieces switch the page itself: language and theme, remembered', async ({ page, context }) => {
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('region', { name: 'Light and dark' }).getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByLabel('Theme', { exact: true }).first()).toHaveValue('dark')
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Die Basis Ihres Produkts, fertig gebaut',
  )
  await expect(page).toHaveURL('/')
  expect((await context.cookies()).find(({ name }) => name === 'i18next')?.value).toBe('de')
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Die Basis Ihres Produkts, fertig gebaut',
  )
})

test('the palette filters by typing, follows the arrow keys and runs with Enter', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const field = page.getByRole('combobox', { name: 'Commands' })
  // The keys are heard a moment after the page is there.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 500 })
  }).toPass()
  const options = page.getByRole('listbox').getByRole('option')
  await page.keyboard.type('theme')
  await expect(options).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await expect(options.filter({ hasText: 'Dark' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await field.fill('portugues')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
  await page.getByRole('main').getByRole('combobox').fill('zzz')
  await expect(options).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('entrar')
  await page.keyboard.press('Enter')
  await arrived(page, '/login')
})

test('the code field takes a paste whatever stands between the digits, and says honestly what it would do', async ({
  page,
}) => {
  await page.goto('/')
  await hydrated(page)
  const field = page.getByLabel('Your code')
  await field.pressSequentially('12x')
  await expect(field).toHaveValue('12')
  await expect(page.getByText('2 of 6 digits')).toBeVisible()
  await field.fill('')
  await field.evaluate((input: HTMLInputElement) => input.focus())
  await page.keyboard.insertText('123 456 7')
  await expect(field).toHaveValue('123456')
  await expect(page.getByText('At sign-in, this would submit now.')).toBeVisible()
  // Every digit stays in its cell.
  expect(await field.evaluate((input) => [input.scrollLeft, input.parentElement?.scrollLeft])).toEqual([0, 0])
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
  await expect(page.getByText('npm start')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Real PostgreSQL' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').locator('input:visible')).toHaveCount(0)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Die Basis Ihres Produkts, fertig gebaut',
  )
  await page.getByRole('link', { name: 'Konto erstellen' }).click()
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

test('no width from 320 pixels on scrolls sideways, in any language', async ({ page, context, baseURL }) => {
  for (const language of ['en', 'de', 'es', 'pt']) {
    await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
    for (const width of [320, 375, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${language} ${width}`,
      ).toBeLessThanOrEqual(width)
    }
  }
})
