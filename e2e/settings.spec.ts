import { violations } from '@plinth/testing/browser/axe.ts'
import { expect, reload } from '@plinth/testing/browser/fixtures.ts'
import { inDatabase } from '@plinth/testing/browser/in-database.ts'
import { cutOff } from '@plinth/testing/browser/measure-page.ts'
import {
  button,
  dialog,
  en,
  forgetProof,
  isSignedIn,
  openSettings,
  section,
  signInElsewhere,
  speak,
  unfold,
} from '@plinth/testing/browser/settings-page.ts'
import { test } from '@plinth/testing/browser/team-fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'
import { preferred } from '@plinth/testing/languages.ts'

test('a new name appears in the sidebar at once and persists', async ({ page, settle }) => {
  await settle()
  await openSettings(page)
  const own = section(page, en('app:settings.editUser'))
  const full = own.getByLabel('Full Name')
  await expect(own.locator('#firstName')).toHaveValue('Ida')
  await full.fill('')
  await expect(own.getByText(en('profile:name.unsaved'))).toBeVisible()
  await button(own, en('profile:name.submit')).click()
  await expect(own.locator('#firstName')).toBeFocused()
  await expect(own.getByText(en('errors:required'))).toBeVisible()
  await full.pressSequentially('Ada Maria King')
  await expect(own.locator('#lastName')).toHaveValue('Maria King')
  await own.locator('#firstName').fill('Ada Maria')
  await own.locator('#lastName').fill('King')
  await expect(full).toHaveValue('Ada Maria King')
  await button(own, en('profile:name.submit')).click()
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await expect(page.getByRole('region', { name: en('app:nav.account') })).toContainText('Ada Maria King')
  await reload(page)
  await expect(own.locator('#firstName')).toHaveValue('Ada Maria')
  await own.locator('#firstName').fill('Ada')
  await button(own, en('profile:name.discard')).click()
  await expect(own.locator('#firstName')).toHaveValue('Ada Maria')
  await expect(own.getByText(en('profile:name.unsaved'))).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ada Maria')
})

test('the list of groups links to each and marks the current one; members have a page of their own', async ({
  page,
  settle,
}) => {
  await settle()
  await openSettings(page)
  const contents = page.getByRole('navigation', { name: en('app:nav.contents') })
  const current = contents.locator('[aria-current]')
  await expect(current).toHaveText(en('settings:groups.profile.title'))
  await contents.getByRole('link', { name: en('settings:groups.preferences.title'), exact: true }).click()
  await expect(page).toHaveURL(/#preferences$/)
  await expect(
    page.getByRole('heading', { name: en('settings:groups.preferences.title'), exact: true }),
  ).toBeInViewport()
  await expect(current).toHaveText(en('settings:groups.preferences.title'))
})

test('on a phone each section is a line that opens; a link opens its own', async ({ page, settle }) => {
  await settle()
  await page.setViewportSize({ width: 390, height: 800 })
  await openSettings(page)
  await expect(section(page, en('app:settings.editUser')).getByLabel('Full Name')).toBeVisible()
  const sessions = section(page, 'Active sessions')
  const line = button(sessions, 'Active sessions')
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  await expect(sessions.getByRole('listitem')).toHaveCount(0)
  await line.click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await line.click()
  await expect(sessions.getByRole('listitem')).toHaveCount(0)
  for (const linked of [
    '/dashboard/settings#settings-sessions',
    '/dashboard/settings-enhanced?tab=sessions',
  ]) {
    await page.goto('/dashboard')
    await page.goto(linked)
    await expect(line, linked).toHaveAttribute('aria-expanded', 'true')
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await expect(section(page, en('account:password.title')).getByRole('button')).toHaveCount(1)
  }
})

test('a new password signs out the other devices; a wrong current one is reported at its field and loses nothing', async ({
  page,
  settle,
  watch,
}) => {
  watch.expectProblem(/400/)
  const user = await settle()
  const elsewhere = await signInElsewhere(page, user)
  await openSettings(page)
  const own = section(page, en('account:password.title'))
  await button(own, 'Change Password').click()
  await own.locator('#currentPassword').fill('not my password')
  await own.locator('#newPassword').fill('fünf blaue Ziegel am Meer')
  await own.locator('#passwordConfirmation').fill('fünf blaue Ziegel am Mehr')
  await button(own, 'Change Password').click()
  await expect(own.getByText(en('errors:passwordMismatch'))).toBeVisible()
  await own.locator('#passwordConfirmation').fill('fünf blaue Ziegel am Meer')
  await button(own, 'Change Password').click()
  await expect(own.getByText(en('security:wrongPassword'))).toBeVisible()
  expect(await isSignedIn(elsewhere)).toBe(true)
  await own.locator('#currentPassword').fill(user.password)
  await expect(own.getByLabel('Sign out from other devices')).toBeChecked()
  await button(own, 'Change Password').click()
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await expect(own.locator('#currentPassword')).toHaveCount(0)
  expect(await isSignedIn(elsewhere)).toBe(false)
  expect(await isSignedIn(page)).toBe(true)
  await elsewhere.context().close()
})

test('an email change is confirmed in both mailboxes, and takes effect with the second', async ({
  page,
  settle,
  readMail,
}) => {
  const { email, password } = await settle()
  const next = `next.${email}`
  await openSettings(page)
  const own = section(page, en('account:address.title'))
  await button(own, en('account:address.submit')).click()
  await own.locator('#newEmail').fill(next)
  await button(own, en('account:address.submit')).click()
  await expect(own.getByText(en('account:address.sentBoth', { current: email, next }))).toBeVisible()
  const first = await readMail(email, new RegExp(en('account-mails:confirmAddressChange.subject')))
  await page.goto(first.links[0] ?? '')
  await expect(page.getByRole('heading', { name: en('verify-email:change.title') })).toBeVisible()
  const emailNow = async () =>
    ((await (await page.request.get('/api/auth/get-session')).json()) as { user: { email: string } }).user
      .email
  expect(await emailNow()).toBe(email)
  await page.goto((await readMail(next, /./)).links[0] ?? '')
  await expect(page.getByRole('heading', { name: en('verify-email:page.successTitle') })).toBeVisible()
  expect(await emailNow()).toBe(next)
  await page.context().clearCookies({ name: /better-auth/ })
  const answer = await page.request.post('/api/auth/sign-in/email', {
    headers: { origin: process.env.TEST_URL ?? '' },
    data: { email: next, password },
  })
  expect(answer.status()).toBe(200)
})

test('sessions: one is terminated, then all others; the current one stays', async ({ page, settle }) => {
  const user = await settle()
  const others = [
    await signInElsewhere(page, user),
    await signInElsewhere(page, user),
    await signInElsewhere(page, user),
  ]
  const signedIn = async () => (await Promise.all(others.map(isSignedIn))).filter(Boolean).length
  await openSettings(page)
  const rows = section(page, 'Active sessions').getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText(en('security:session.current'))
  await expect(button(rows.first(), 'Terminate')).toHaveCount(0)
  await button(rows.nth(1), 'Terminate').click()
  await expect(page.getByText('Session terminated successfully')).toBeVisible()
  await expect(rows).toHaveCount(3)
  expect(await signedIn()).toBe(2)
  await button(page, en('account:sessions.endOthers')).click()
  await button(page.getByRole('alertdialog'), en('account:sessions.endOthers')).click()
  await expect(rows).toHaveCount(1)
  expect(await signedIn()).toBe(0)
  expect(await isSignedIn(page)).toBe(true)
  for (const other of others) await other.context().close()
})

test('a user without a password gets a link to set one, and re-authenticates with a mailed code', async ({
  page,
  settle,
  readMail,
  watch,
}) => {
  watch.expectProblem(/40[03]/)
  const { email } = await settle()
  await inDatabase(
    `delete from account where provider_id = 'credential' and user_id = (select id from "user" where email = $1)`,
    [email],
  )
  await forgetProof(email)
  await openSettings(page)
  const set = page.getByRole('link', { name: en('account:password.set') })
  await expect(set).toHaveAttribute('href', '/forgot-password')
  const next = `next.${email}`
  const address = section(page, en('account:address.title'))
  await button(address, en('account:address.submit')).click()
  await address.locator('#newEmail').fill(next)
  await button(address, en('account:address.submit')).click()
  const proof = dialog(page, en('account:reauthentication.title'))
  await button(proof, en('account:reauthentication.send')).click()
  await proof.locator('#otp').fill('000000')
  await expect(proof.getByText(en('security:invalidOtp'))).toBeVisible()
  const { text } = await readMail(email, /verification code/)
  await proof.locator('#otp').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
  await expect(address.getByText(en('account:address.sentBoth', { current: email, next }))).toBeVisible()
})

test('closing the re-authentication dialog reports it and changes nothing', async ({
  page,
  settle,
  watch,
}) => {
  watch.expectProblem(/403/)
  const user = await settle()
  await openSettings(page)
  await forgetProof(user.email)
  const address = section(page, en('account:address.title'))
  await button(address, en('account:address.submit')).click()
  await address.locator('#newEmail').fill(`next.${user.email}`)
  await button(address, en('account:address.submit')).click()
  await expect(dialog(page, en('account:reauthentication.title'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(address.getByText(en('errors:reauthenticate'))).toBeVisible()
  await expect(address.locator('#newEmail')).toHaveValue(`next.${user.email}`)
})

test('a list that fails to load reports it and loads on retry', async ({ page, settle, watch }) => {
  watch.expectProblem(/403|Failed to load|errors:forbidden/)
  await settle()
  const refusal = {
    message: 'errors:forbidden',
    code: -32_003,
    data: { code: 'FORBIDDEN', httpStatus: 403, app: { code: 'errors:forbidden', params: {} } },
  }
  // The other lists of the page are in the same batch.
  await page.route('**/api/trpc/*sessions.list*', (route) =>
    route.fulfill({
      status: 403,
      json: (new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
        .split(',')
        .map(() => ({ error: { json: refusal } })),
    }),
  )
  await openSettings(page)
  const own = section(page, 'Active sessions')
  await expect(own.getByText(en('errors:forbidden'))).toBeVisible()
  await page.unroute('**/api/trpc/*sessions.list*')
  await button(own, en('app:error.retry')).click()
  await expect(own.getByRole('listitem')).toHaveCount(1)
})

test('a dialog of the settings breaks no accessibility rule and fits a small phone', async ({
  page,
  settle,
}) => {
  const t = textIn(preferred('de'))
  await settle()
  await speak(page, preferred('de'))
  await page.setViewportSize({ width: 320, height: 700 })
  await openSettings(page)
  await unfold(page)
  // The line of the section has the same name.
  await button(page, t('account:deletion.open')).last().click()
  await expect(page.getByRole('alertdialog', { name: t('account:deletion.question') })).toBeVisible()
  expect(await page.evaluate(cutOff)).toEqual([])
  expect(await violations(page)).toEqual([])
})
