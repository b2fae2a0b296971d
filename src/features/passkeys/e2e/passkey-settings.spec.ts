import { arrived, expect } from '@plinth/testing/browser/fixtures.ts'
import {
  endSessions,
  open,
  signInHere,
  withoutLiveUpdates,
} from '@plinth/testing/browser/session-fixtures.ts'
import {
  button,
  dialog,
  en,
  forgetProof,
  openSettings,
  section,
} from '@plinth/testing/browser/settings-page.ts'
import { test } from '@plinth/testing/browser/team-fixtures.ts'
import { tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { plugInAuthenticator } from './virtual-authenticator.ts'
import { preferredOf } from '@plinth/testing/languages.ts'

test('a passkey is added after re-authentication by password, re-authenticates an email change, is renamed and removed', async ({
  page,
  settle,
  readMail,
  watch,
}) => {
  watch.expectProblem(/40[03]|passkeys\.remove/)
  const user = await settle()
  const device = await plugInAuthenticator(page)
  await openSettings(page)
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

for (const language of preferredOf('en', 'de', 'es', 'pt')) {
  const t = textIn(language)
  test(
    `a session that ended elsewhere leads from the dialog to the sign-in page, which says so: ${language}`,
    tagOf(language),
    async ({ page, context, baseURL, enter, user, watch }) => {
      watch.expectProblem(/401|signInFirst|\.changes/)
      await withoutLiveUpdates(page)
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
      await enter(user)
      await open(page, '/dashboard/settings')
      await page.getByRole('button', { name: t('passkeys:add') }).click()
      await page.getByRole('dialog').locator('#name').fill('Laptop')
      await endSessions(user)
      await page.getByRole('dialog').locator('#name').press('Enter')
      await arrived(page, '/login')
      await expect(page.getByText(t('sign-in:signIn.ended'))).toBeVisible()
      await signInHere(page, user)
      await arrived(page, '/dashboard/settings')
    },
  )
}
