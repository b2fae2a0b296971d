import { expect } from '@plinth/testing/browser/fixtures.ts'
import {
  firstNameField,
  openName,
  usePersonalWorkspace,
  withoutChannel,
} from '@plinth/testing/browser/tabs.ts'
import { test, writeOrganization } from '@plinth/testing/browser/team-fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

// Several tabs of one browser share a session: when one changes it, the others follow.

const t = textIn('en')

test('a tab follows a sign-out in another tab at once', async ({ page, context, settle, watch }) => {
  const { firstName: name } = await settle()
  await openName(page, name)
  const other = await context.newPage()
  await openName(other, name)
  // Requests in flight when the session ended are rejected.
  watch.expectProblem(/401|signInFirst/)
  await page.getByRole('button', { name: t('app:nav.signOut') }).click()
  await page.waitForURL('**/login')
  await other.waitForURL(/\/login\?redirect=%2Fdashboard%2Fsettings/)
})

test('an outdated tab does not write from another workspace either, until the user continues there', async ({
  page,
  context,
  settle,
  watch,
}) => {
  watch.expectProblem(/409|otherAccount/)
  await withoutChannel(context)
  const { email, firstName: name } = await settle()
  await writeOrganization([{ email, role: 'owner' }])
  await openName(page, name)
  await firstNameField(page).fill('Idris')
  await usePersonalWorkspace({ email })
  const update = page.getByRole('button', { name: 'Update', exact: true })
  await update.click()
  const dialog = page.getByRole('dialog', { name: t('app:outdated.title') })
  await expect(dialog).toBeVisible()
  const tab = await context.newPage()
  await openName(tab, name)

  await dialog.getByRole('button', { name: t('app:outdated.goOn') }).click()
  await expect(dialog).toHaveCount(0)
  await openName(page, name)
  await firstNameField(page).fill('Idris')
  await update.click()
  await expect(page.locator('[data-sonner-toast]').first()).toHaveAttribute('data-type', 'success')
})
