import { ada, arrived, expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'
import { preferred } from '@plinth/testing/languages.ts'

test('the demo account of the start message signs in and returns to the page it requested', async ({
  page,
}) => {
  await page.goto('/dashboard/settings')
  await page.locator('#email').fill(ada.email)
  await page.locator('#password').fill(ada.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await arrived(page, '/dashboard/settings')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})

test('with remember me off, every cookie of the sign-in expires with the browser', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await hydrated(page)
  await page.locator('#email').fill(ada.email)
  await page.locator('#password').fill(ada.password)
  await page.getByLabel('Remember me').uncheck()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await arrived(page, '/dashboard')
  // The page itself has requested a passkey challenge, which is valid for five minutes and belongs to no
  // sign-in.
  const ofSignIn = (await context.cookies()).filter(({ name }) => !name.endsWith('better-auth-passkey'))
  expect(ofSignIn.length).toBeGreaterThan(0)
  for (const cookie of ofSignIn) expect(cookie.expires, cookie.name).toBe(-1)
})

test('empty fields are named at the fields, in the language of the page, and each error goes when its field is right', async ({
  page,
  context,
}) => {
  const t = textIn(preferred('de'))
  await context.addCookies([{ name: 'i18next', value: preferred('de'), url: process.env.TEST_URL ?? '' }])
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('button', { name: t('sign-in:signIn.submit'), exact: true }).click()
  await expect(page.locator('#email-note')).toHaveText(t('errors:required'))
  await expect(page.locator('#password-note')).toHaveText(t('errors:required'))
  await expect(page.locator('#email')).toBeFocused()
  await page.locator('#email').fill('nobody')
  await expect(page.locator('#email-note')).toHaveText(t('errors:invalidEmail'))
  await page.locator('#email').fill('nobody@example.com')
  await expect(page.locator('#email-note')).toHaveCount(0)
  await expect(page.locator('#password-note')).toHaveText(t('errors:required'))
})

test('a wrong password is reported in the form, the password is focused, and nothing typed is lost', async ({
  page,
  watch,
}) => {
  watch.expectProblem(/401/)
  await page.goto('/login')
  await hydrated(page)
  await page.locator('#email').fill(ada.email)
  await page.locator('#password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
  await expect(page.locator('#password')).toBeFocused()
  await expect(page.locator('#email')).toHaveValue(ada.email)
})

test('sign-up names each invalid field, focuses the first, and reports a taken address', async ({
  page,
  watch,
  user,
}) => {
  watch.expectProblem(/422/)
  await page.goto('/register')
  await hydrated(page)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.locator('#firstName')).toBeFocused()
  await expect(page.locator('#firstName-note')).toHaveText('This field is required.')
  await page.locator('#firstName').fill(user.firstName)
  await page.locator('#lastName').fill(user.lastName)
  await page.locator('#email').fill(ada.email)
  await page.locator('#password').fill(user.password)
  await page.locator('#passwordConfirmation').fill('something else')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.locator('#passwordConfirmation-note')).toHaveText("The passwords don't match.")
  await page.locator('#passwordConfirmation').fill(user.password)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.locator('#email-note')).toContainText('already exists')
  await expect(page.locator('#email')).toBeFocused()
})

test('an expired or broken verification link is reported and a new one can be sent', async ({
  page,
  user,
  enter,
  readMail,
}) => {
  await enter(user)
  await page.goto('/verify-email?token=broken')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await hydrated(page)
  await page.getByRole('main').getByRole('button', { name: 'Resend Verification Email' }).click()
  await expect(page.getByRole('status')).toContainText(user.email)
  await readMail(user.email, /verify/i)
})

test('a verified address leads back to the previous page, with the query', async ({ page, enter }) => {
  await enter()
  await page.goto(`/verify-email?redirect=${encodeURIComponent('/dashboard/settings-enhanced?tab=data')}`)
  await page.getByRole('link', { name: 'Go back to where you were' }).click()
  await expect(page).toHaveURL(/\/dashboard\/settings-enhanced\?tab=data$/)
})

test('/verify-email without a link claims no success', async ({ page }) => {
  await page.goto('/verify-email')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your email')
  await expect(page.getByText('Verification Successful')).toHaveCount(0)
})

test('Tab goes from the address to the password, and on to its link', async ({ page }) => {
  await page.goto('/login')
  await hydrated(page)
  await page.locator('#email').focus()
  await page.keyboard.press('Tab')
  await expect(page.locator('#password')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeFocused()
})

test("the chosen theme shows in its select before the page's script has loaded", async ({ page }) => {
  await page.goto('/login')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.route('**/assets/*.js', () => new Promise(() => {}))
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark')
})
