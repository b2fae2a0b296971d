import type { Locator, Page } from '@playwright/test'
import { totpOf } from '../tests/support/totp.ts'
import { violations } from './support/axe.ts'
import { expect, hydrated, type User } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { cutOff } from './support/measure-page.ts'
import { test } from './support/team-fixtures.ts'
import { tagOf, textIn, type Language } from './support/texts.ts'
import { plugInAuthenticator } from './support/virtual-authenticator.ts'

const PATH = '/dashboard/settings/'
const en = textIn('en')

const speak = (page: Page, language: Language) =>
  page.context().addCookies([{ name: 'i18next', value: language, url: process.env.PLINTH_URL ?? '' }])
const section = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function open(page: Page): Promise<void> {
  await page.goto(PATH)
  await hydrated(page)
}

/** Signs the same user in with another browser. */
async function signInElsewhere(page: Page, { email, password }: User): Promise<Page> {
  const context = await page.context().browser()?.newContext({ baseURL: process.env.PLINTH_URL })
  if (!context) throw new Error('There is no browser')
  const answer = await context.request.post('/api/auth/sign-in/email', {
    headers: { origin: process.env.PLINTH_URL ?? '' },
    data: { email, password },
  })
  expect(answer.status()).toBe(200)
  return context.newPage()
}

const isSignedIn = async (page: Page) =>
  (await (await page.request.get('/api/auth/get-session')).json()) !== null

/** Makes the last authentication too old for actions that require a recent one. */
const forgetProof = (email: string) =>
  inDatabase(
    `update session set proved_at = now() - interval '11 minutes' where user_id = (select id from "user" where email = $1)`,
    [email],
  )

test('a new name appears in the sidebar at once and persists', async ({ page, settle }) => {
  await settle()
  await open(page)
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
  await page.reload()
  await expect(own.locator('#firstName')).toHaveValue('Ada Maria')
  await own.locator('#firstName').fill('Ada')
  await button(own, en('profile:name.discard')).click()
  await expect(own.locator('#firstName')).toHaveValue('Ada Maria')
  await expect(own.getByText(en('profile:name.unsaved'))).toHaveCount(0)
})

test('the list of groups links to each and marks the current one; members have a page of their own', async ({
  page,
  settle,
}) => {
  await settle()
  await open(page)
  const contents = page.getByRole('navigation', { name: en('settings:contents') })
  const current = contents.locator('[aria-current]')
  await expect(current).toHaveText(en('settings:groups.profile.title'))
  await contents.getByRole('link', { name: en('settings:groups.preferences.title'), exact: true }).click()
  await expect(page).toHaveURL(/#preferences$/)
  await expect(
    page.getByRole('heading', { name: en('settings:groups.preferences.title'), exact: true }),
  ).toBeInViewport()
  await expect(current).toHaveText(en('settings:groups.preferences.title'))
})

test('a new password signs out the other devices; a wrong current one is reported at its field and loses nothing', async ({
  page,
  settle,
  watch,
}) => {
  watch.expectProblem(/400/)
  const user = await settle()
  const elsewhere = await signInElsewhere(page, user)
  await open(page)
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
  await open(page)
  const own = section(page, en('account:address.title'))
  await button(own, en('account:address.submit')).click()
  await own.locator('#newEmail').fill(next)
  await button(own, en('account:address.submit')).click()
  await expect(own.getByText(en('account:address.sentBoth', { current: email, next }))).toBeVisible()
  const first = await readMail(email, new RegExp(en('account-mails:confirmAddressChange.subject')))
  await page.goto(first.links[0] ?? '')
  await expect(page.getByRole('heading', { name: en('sign-in:changeEmail.title') })).toBeVisible()
  const emailNow = async () =>
    ((await (await page.request.get('/api/auth/get-session')).json()) as { user: { email: string } }).user
      .email
  expect(await emailNow()).toBe(email)
  await page.goto((await readMail(next, /./)).links[0] ?? '')
  await expect(page.getByRole('heading', { name: en('sign-in:verifyEmail.successTitle') })).toBeVisible()
  expect(await emailNow()).toBe(next)
  await page.context().clearCookies({ name: /better-auth/ })
  const answer = await page.request.post('/api/auth/sign-in/email', {
    headers: { origin: process.env.PLINTH_URL ?? '' },
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
  await open(page)
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

for (const language of ['en', 'de'] as const) {
  const t = textIn(language)
  test(
    `two-factor is enabled with an authenticator, gets new backup codes and is disabled: ${language}`,
    tagOf(language),
    async ({ page, settle, watch }) => {
      watch.expectProblem(/400/)
      const user = await settle()
      await speak(page, language)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await open(page)
      const own = section(page, t('two-factor-settings:title'))
      await button(own, t('two-factor-settings:enable')).click()
      const asked = dialog(page, t('two-factor-settings:enable'))
      await asked.locator('#password').fill('not my password')
      await button(asked, t('two-factor-settings:goOn')).click()
      await expect(asked.getByText(t('security:wrongPassword'))).toBeVisible()
      await asked.locator('#password').fill(user.password)
      await button(asked, t('two-factor-settings:goOn')).click()
      await expect(asked.getByRole('img', { name: t('two-factor-settings:qr') })).toBeVisible()
      await button(asked, t('two-factor-settings:copyUri')).click()
      await expect(page.getByText(t('app:copy.done'))).toBeVisible()
      const uri = await page.evaluate(() => navigator.clipboard.readText())
      await asked.locator('#totpCode').fill('12345')
      await button(asked, t('two-factor-settings:verify')).click()
      await expect(asked.getByText(t('security:totpDigits'))).toBeVisible()
      // Roles do not match anything behind the dialog.
      await expect(
        page.locator('main').getByText(t('two-factor-settings:off'), { exact: true }),
      ).toBeVisible()
      await asked.locator('#totpCode').fill(totpOf(uri))
      const codes = dialog(page, t('two-factor-settings:codes.title'))
      await expect(codes.getByRole('listitem')).toHaveCount(10)
      const first = await codes.getByRole('listitem').allTextContents()
      const download = page.waitForEvent('download')
      await button(codes, t('two-factor-settings:codes.download')).click()
      expect((await download).suggestedFilename()).toBe(t('two-factor-settings:codes.file'))
      await button(codes, t('two-factor-settings:codes.kept')).click()
      await expect(own).toContainText(t('two-factor-settings:on'))
      await button(own, t('two-factor-settings:newCodes')).click()
      const renewing = dialog(page, t('two-factor-settings:newCodes'))
      // The password was entered a moment ago.
      await button(renewing, t('two-factor-settings:newCodes')).click()
      await expect(codes.getByRole('listitem')).toHaveCount(10)
      expect(await codes.getByRole('listitem').allTextContents()).not.toEqual(first)
      await page.keyboard.press('Escape')
      await expect(codes.getByText(t('two-factor-settings:codes.leaving'))).toBeVisible()
      await button(codes, t('two-factor-settings:codes.stay')).click()
      await expect(codes.getByRole('listitem')).toHaveCount(10)
      await expect(button(codes, t('two-factor-settings:codes.copy'))).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(codes.getByText(t('two-factor-settings:codes.leaving'))).toBeVisible()
      await button(codes, t('two-factor-settings:codes.copy')).click()
      await expect(codes.getByText(t('two-factor-settings:codes.leaving'))).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(codes).toHaveCount(0)
      await button(own, t('two-factor-settings:disable')).click()
      const ending = dialog(page, t('two-factor-settings:disable'))
      await ending.locator('#password').fill(user.password)
      await button(ending, t('two-factor-settings:disable')).click()
      await expect(page.getByText(t('two-factor-settings:disabled'))).toBeVisible()
      await expect(button(own, t('two-factor-settings:enable'))).toBeVisible()
    },
  )
}

test('two-factor by mail alone needs no app: backup codes appear right away', async ({ page, settle }) => {
  const user = await settle()
  await open(page)
  const own = section(page, en('two-factor-settings:title'))
  await button(own, 'Enable 2FA').click()
  const asked = dialog(page, 'Enable 2FA')
  await asked.locator('#password').fill(user.password)
  await asked.getByRole('radio', { name: en('two-factor-settings:mail') }).check()
  await button(asked, en('two-factor-settings:goOn')).click()
  await expect(page.getByText('2FA enabled successfully')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10)
  await button(page, en('two-factor-settings:codes.kept')).click()
  await expect(own).toContainText(en('two-factor-settings:byMail'))
})

test('a passkey is added after re-authentication by password, re-authenticates an email change, is renamed and removed', async ({
  page,
  settle,
  readMail,
  watch,
}) => {
  watch.expectProblem(/40[03]|passkeys\.remove/)
  const user = await settle()
  const device = await plugInAuthenticator(page)
  await open(page)
  const own = section(page, en('passkeys:title'))
  await expect(own.getByText('No passkeys found')).toBeVisible()
  await forgetProof(user.email)
  await button(own, 'Add New Passkey').click()
  const adding = dialog(page, 'Add New Passkey')
  await adding.getByLabel('Passkey name').fill('  Kiln laptop ')
  await button(adding, 'Create passkey').click()
  const proof = dialog(page, en('account:reauthentication.title'))
  await expect(proof.locator('#password')).toBeFocused()
  // One dialog is visible at a time; the first one keeps its input.
  const hidden = page.locator('[data-nested-dialog-open]')
  await expect(hidden).toHaveCSS('opacity', '0')
  await page.keyboard.press('Escape')
  await expect(adding.getByText(en('errors:reauthenticate'))).toBeVisible()
  await expect(adding).toHaveCSS('opacity', '1')
  await expect(adding.getByLabel('Passkey name')).toHaveValue('  Kiln laptop ')
  await button(adding, 'Create passkey').click()
  await expect(hidden).toHaveCSS('opacity', '0')
  await proof.locator('#password').fill('not my password')
  await button(proof, en('account:reauthentication.submit')).click()
  await expect(proof.getByText(en('security:wrongPassword'))).toBeVisible()
  await proof.locator('#password').fill(user.password)
  await button(proof, en('account:reauthentication.submit')).click()
  await expect(own.getByRole('listitem')).toContainText('Kiln laptop')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await forgetProof(user.email)
  const next = `next.${user.email}`
  const address = section(page, en('account:address.title'))
  await button(address, en('account:address.submit')).click()
  await address.locator('#newEmail').fill(next)
  await button(address, en('account:address.submit')).click()
  await button(proof, en('passkeys:reauthenticate.submit')).click()
  await expect(address.getByText(en('account:address.sentBoth', { current: user.email, next }))).toBeVisible()
  await readMail(user.email, /./)

  await button(own, en('passkeys:rename')).click()
  const renaming = dialog(page, en('passkeys:renameTitle'))
  await renaming.getByLabel('Passkey name').fill('Studio laptop')
  await renaming.getByLabel('Passkey name').press('Enter')
  await expect(own.getByRole('listitem')).toContainText('Studio laptop')

  await forgetProof(user.email)
  await button(own, 'Remove').click()
  await button(
    page.getByRole('alertdialog', { name: en('passkeys:removeTitle', { name: 'Studio laptop' }) }),
    en('passkeys:removeSubmit'),
  ).click()
  await button(proof, en('passkeys:reauthenticate.submit')).click()
  await expect(own.getByText('No passkeys found')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await device.unplug()
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
  await open(page)
  const set = page.getByRole('link', { name: en('account:password.set') })
  await expect(set).toHaveAttribute('href', '/forgot-password')
  await button(page, 'Enable 2FA').click()
  const asked = dialog(page, 'Enable 2FA')
  await button(asked, en('two-factor-settings:goOn')).click()
  const proof = dialog(page, en('account:reauthentication.title'))
  await button(proof, en('account:reauthentication.send')).click()
  await proof.locator('#otp').fill('000000')
  await expect(proof.getByText(en('security:invalidOtp'))).toBeVisible()
  const { text } = await readMail(email, /verification code/)
  await proof.locator('#otp').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
  await expect(asked.getByRole('img', { name: en('two-factor-settings:qr') })).toBeVisible()
})

test('closing the re-authentication dialog reports it and changes nothing', async ({
  page,
  settle,
  watch,
}) => {
  watch.expectProblem(/403/)
  const user = await settle()
  await open(page)
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
  await open(page)
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
  const t = textIn('de')
  await settle()
  await speak(page, 'de')
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page)
  await button(page, t('two-factor-settings:enable')).click()
  await expect(dialog(page, t('two-factor-settings:enable'))).toBeVisible()
  expect(await page.evaluate(cutOff)).toEqual([])
  expect(await violations(page)).toEqual([])
})
