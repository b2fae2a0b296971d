import { arrived, expect } from '@plinth/testing/browser/fixtures.ts'
import {
  button,
  dialog,
  en,
  forgetProof,
  openSettings,
  section,
} from '@plinth/testing/browser/settings-page.ts'
import { test } from '@plinth/testing/browser/team-fixtures.ts'

test('a key is created after re-authentication, shown once, tried on the reference page, and refused once revoked', async ({
  page,
  settle,
  watch,
}) => {
  watch.expectProblem(/40[013]|apiKeys\.create/)
  const user = await settle()
  await openSettings(page)
  const own = section(page, en('api:shell.title'))
  await expect(own.getByText(en('api:none'))).toBeVisible()
  await forgetProof(user.email)
  await button(own, en('api:add')).click()
  const adding = dialog(page, en('api:add'))
  await button(adding, en('app:dialog.cancel')).click()
  await expect(adding).toHaveCount(0)
  await button(own, en('api:add')).click()
  await button(adding, en('api:create')).click()
  await expect(adding.getByText(en('errors:required'))).toBeVisible()
  await expect(adding.getByText(en('api:errors.scopesMissing'))).toBeVisible()
  await adding.locator('#name').fill('Nightly import')
  await adding.getByLabel('account:read').check()
  await button(adding, en('api:create')).click()
  const proof = dialog(page, en('account:reauthentication.title'))
  await proof.locator('#password').fill(user.password)
  await button(proof, en('account:reauthentication.submit')).click()
  await expect(adding.getByText(en('api:shownOnce'))).toBeVisible()
  const key = (await adding.locator('pre').first().innerText()).trim()
  expect(key).toMatch(/^plinth_[0-9a-f]{72}$/)
  await expect(adding.locator('pre').last()).toContainText(`Bearer ${key}`)
  await button(adding, en('api:done')).click()
  await expect(own.getByRole('listitem')).toContainText(key.slice(-6))
  await expect(page.getByText(key)).toHaveCount(0)

  await page.goto('/dashboard/api')
  await arrived(page, '/dashboard/api')
  // The first is open.
  const operation = page.locator('details').filter({ hasText: '/account' }).first()
  const tryIt = button(operation, en('api:reference.try'))
  const keyField = page.getByLabel(en('api:reference.key'))
  await tryIt.click()
  await expect(keyField).toBeFocused()
  await expect(page.getByText(en('api:reference.keyFirst'))).toBeVisible()
  await keyField.fill(key)
  await expect(page.getByText(en('api:reference.keyFirst'))).toHaveCount(0)
  await tryIt.click()
  await expect(operation.getByRole('status')).toContainText(user.email)

  await openSettings(page)
  await expect(own.getByRole('listitem')).toContainText(en('api:lastUsed'))
  await button(own, en('api:revoke')).click()
  await button(page.getByRole('alertdialog'), en('api:revokeSubmit')).click()
  await expect(own.getByText(en('api:none'))).toBeVisible()
  await page.goto('/dashboard/api')
  await arrived(page, '/dashboard/api')
  await page.getByLabel(en('api:reference.key')).fill(key)
  await tryIt.click()
  await expect(operation.getByRole('status')).toContainText('401')
})
