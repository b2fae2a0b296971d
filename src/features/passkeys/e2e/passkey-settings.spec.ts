import { expect } from '../../../../e2e/support/fixtures.ts'
import {
  button,
  dialog,
  en,
  forgetProof,
  openSettings,
  section,
} from '../../../../e2e/support/settings-page.ts'
import { test } from '../../../../e2e/support/team-fixtures.ts'
import { plugInAuthenticator } from './virtual-authenticator.ts'

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
