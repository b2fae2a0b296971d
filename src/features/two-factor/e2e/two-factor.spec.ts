import { arrived, expect, hydrated } from '@plinth/testing/browser/fixtures.ts'
import { giveFirstFactor, test } from './second-factor-fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'
import { totpOf } from '@plinth/testing/totp.ts'
import { preferred } from '@plinth/testing/languages.ts'

test('an authenticator code signs in and leads to the requested page; a wrong one is reported at the field', async ({
  page,
  user,
  protect,
  watch,
}) => {
  watch.expectProblem(/401|400/)
  const { totpURI = '', usedCode } = await protect(user, 'totp')
  await page.goto('/dashboard/settings')
  await giveFirstFactor(page, user)
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await hydrated(page)
  await page.getByLabel('Code from your app').fill('123')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.locator('#totpCode-note')).toHaveText('TOTP code must be 6 digits')
  await page.getByLabel('Code from your app').fill(usedCode)
  await expect(page.locator('#totpCode-note')).toContainText('already used')
  await expect(page.getByLabel('Code from your app')).toBeFocused()
  await page.getByLabel('Code from your app').fill(totpOf(totpURI))
  await expect(page.getByText('Verification Successful')).toBeVisible()
  await arrived(page, '/dashboard/settings')
})

test('a mailed code in German: sent, rejected when wrong, pasted with a space, and the device is trusted afterwards', async ({
  page,
  context,
  baseURL,
  user,
  protect,
  mailedCode,
  watch,
}) => {
  watch.expectProblem(/401|429/)
  const t = textIn(preferred('de'))
  await context.addCookies([{ name: 'i18next', value: preferred('de'), url: baseURL ?? '' }])
  await protect(user, 'otp')
  await page.goto('/login')
  await giveFirstFactor(page, user)
  await arrived(page, '/two-factor/otp')
  await hydrated(page)
  await page.getByRole('button', { name: t('two-factor:otp.send') }).click()
  await expect(page.getByText(t('two-factor:otp.sent'))).toBeVisible()
  await expect(
    page.getByRole('button', { name: new RegExp(t('two-factor:otp.wait', { seconds: '\\d+' })) }),
  ).toHaveAttribute('aria-disabled', 'true')
  const code = await mailedCode(user.email)
  await page.locator('#otp').fill(code === '000000' ? '111111' : '000000')
  await expect(page.locator('#otp-note')).toHaveText(t('security:invalidOtp'))
  // Every digit stays in its cell.
  expect(
    await page.locator('#otp').evaluate((input) => [input.scrollLeft, input.parentElement?.scrollLeft]),
  ).toEqual([0, 0])
  await page.getByLabel(t('two-factor:trust')).check()
  await page.locator('#otp').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(page.getByText(t('two-factor:otp.done'))).toBeVisible()
  await arrived(page, '/dashboard')

  // Requests in flight when the session ended are rejected.
  watch.expectProblem(/signInFirst/)
  await page.getByRole('button', { name: t('app:nav.signOut') }).click()
  await arrived(page, '/login')
  await giveFirstFactor(page, user)
  await arrived(page, '/dashboard')
})

test('alternatives to a lost authenticator: a mailed code, and a backup code once', async ({
  page,
  user,
  protect,
  watch,
}) => {
  watch.expectProblem(/401/)
  const { backupCodes } = await protect(user, 'totp')
  await page.goto('/login?redirect=/dashboard/settings')
  await giveFirstFactor(page, user)
  await page.getByRole('link', { name: 'Switch to Email Verification' }).click()
  await expect(page.getByRole('button', { name: 'Email me a code' })).toBeVisible()
  await page.getByRole('link', { name: 'Use your authenticator app' }).click()
  await expect(page.getByLabel('Code from your app')).toBeVisible()
  await page.getByRole('link', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill('aaaaa-bbbbb')
  await page.getByRole('button', { name: 'Use this code' }).click()
  await expect(page.locator('#backupCode-note')).toContainText('incorrect or was already used')
  await page.getByLabel('Backup code').fill(backupCodes[0] ?? '')
  await page.getByRole('button', { name: 'Use this code' }).click()
  await arrived(page, '/dashboard/settings')
})

test('an expired two-factor challenge is reported and leads back to the sign-in page', async ({
  page,
  context,
  user,
  protect,
  mailedCode,
  watch,
}) => {
  watch.expectProblem(/40[01]|429/)
  await protect(user, 'otp')
  await page.goto('/login?redirect=/dashboard/settings')
  await giveFirstFactor(page, user)
  await arrived(page, '/two-factor/otp')
  await hydrated(page)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const code = await mailedCode(user.email)
  await context.clearCookies({ name: /two_factor/ })
  await page.locator('#otp').fill(code)
  await expect(page.getByText('This took too long or had too many wrong attempts. Start over.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign in' }).first().click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard%2Fsettings/)
})
