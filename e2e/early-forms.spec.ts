import type { Page } from '@playwright/test'
import { arrived, expect, test } from '@plinth/testing/browser/fixtures.ts'
import { holdScripts } from '@plinth/testing/browser/hold-scripts.ts'

// On a slow connection a form is visible long before the page's script has loaded.

const isWaiting = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

test('a sign-in submitted before the script has loaded shows that it is pending, then signs in', async ({
  page,
  user,
  enter,
  context,
}) => {
  await enter(user)
  await context.clearCookies()
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('#email').fill(user.email)
  await page.locator('#password').fill(user.password)
  await page.locator('#password').press('Enter')
  await isWaiting(page, 'Signing in...')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator('#email')).toHaveValue(user.email)
  release()
  await arrived(page, '/dashboard')
})

test('a sign-up submitted before the script has loaded loses nothing and creates the account', async ({
  page,
  user,
}) => {
  const release = await holdScripts(page)
  await page.goto('/register', { waitUntil: 'commit' })
  for (const name of ['firstName', 'lastName', 'email', 'password'] as const)
    await page.locator(`#${name}`).fill(user[name])
  await page.locator('#passwordConfirmation').fill(user.password)
  await page.locator('#passwordConfirmation').press('Enter')
  await isWaiting(page, 'Creating...')
  release()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(user.firstName)
})

test('a reset link requested before the script has loaded is mailed', async ({
  page,
  user,
  enter,
  context,
  readMail,
}) => {
  await enter(user)
  await context.clearCookies()
  const release = await holdScripts(page)
  await page.goto('/forgot-password', { waitUntil: 'commit' })
  await page.locator('#email').fill(user.email)
  await page.locator('#email').press('Enter')
  await isWaiting(page, 'Sending...')
  release()
  await readMail(user.email, /[Rr]eset/)
})

test('text typed but not submitted before the script has loaded is still there and can be submitted', async ({
  page,
  user,
}) => {
  const release = await holdScripts(page)
  await page.goto('/register', { waitUntil: 'commit' })
  await page.locator('#firstName').fill('Inés')
  await page.locator('#email').fill(user.email)
  release()
  await expect(page.getByText('This field is required.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.locator('#password')).toBeFocused()
  await expect(page.locator('#firstName')).toHaveValue('Inés')
  await expect(page.locator('#email')).toHaveValue(user.email)
})

test('a theme chosen before the script has loaded is applied', async ({ page, user, enter }) => {
  await enter(user)
  const release = await holdScripts(page)
  await page.goto('/dashboard/settings', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: 'Dark' }).check()
  release()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('without JavaScript each form says what it needs', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  for (const path of ['/login', '/register', '/forgot-password']) {
    await page.goto(path)
    const said = page.locator('noscript [role=status]')
    await expect(said).toBeVisible()
    expect(await said.innerText()).toBe('This page needs JavaScript. Turn it on and reload.')
  }
  await context.close()
})
