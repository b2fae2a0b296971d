import type { Page } from '@playwright/test'
import { arrived, expect, hydrated, type User } from '@plinth/testing/browser/fixtures.ts'
import { open } from '@plinth/testing/browser/session-fixtures.ts'
import { firstNameField, openName, withoutChannel } from '@plinth/testing/browser/tabs.ts'
import { test } from '@plinth/testing/browser/team-fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

// Several tabs of one browser share a session: when one changes it, the others follow.

const t = textIn('en')
const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function switchTo(page: Page, from: User, to: User): Promise<void> {
  await page.getByRole('button', { name: t('app:accounts.label', { name: nameOf(from) }) }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: new RegExp(nameOf(to)) }).click()
  await loaded
}

/** Ana and Bento in one browser; Bento is active. */
async function twoAccounts(user: User, enter: (user: User) => Promise<void>): Promise<[User, User]> {
  const ana = { ...user, firstName: 'Ana', email: `ana.${user.email}` }
  const bento = { ...user, firstName: 'Bento', email: `bento.${user.email}` }
  await enter(ana)
  await enter(bento)
  return [ana, bento]
}

test('a tab follows an account switch and a sign-out in another tab at once, and typed text is kept', async ({
  page,
  context,
  enter,
  user,
  watch,
}) => {
  const [ana, bento] = await twoAccounts(user, enter)
  await open(page, '/dashboard')
  const other = await context.newPage()
  await openName(other, 'Bento')
  await firstNameField(other).fill('Benedict')

  await switchTo(page, bento, ana)
  await expect(other.getByText(t('app:accounts.now', { name: nameOf(ana) }))).toBeVisible()
  await expect(
    other.getByRole('button', { name: t('app:accounts.label', { name: nameOf(ana) }) }),
  ).toBeVisible()
  await expect(firstNameField(other)).toHaveValue('Ana')

  await hydrated(page)
  await switchTo(page, ana, bento)
  await expect(
    other.getByRole('button', { name: t('app:accounts.label', { name: nameOf(bento) }) }),
  ).toBeVisible()
  await expect(firstNameField(other)).toHaveValue('Benedict')

  await hydrated(page)
  // Requests in flight when the session ended are rejected.
  watch.expectProblem(/401|signInFirst/)
  await page.getByRole('button', { name: t('app:nav.signOut') }).click()
  await page.waitForURL('**/login')
  await other.waitForURL(/\/login\?redirect=%2Fdashboard%2Fsettings/)
})

test('a tab follows a sign-in in another tab', async ({ page, context, enter, user }) => {
  const [ana] = await twoAccounts(user, enter)
  const other = await context.newPage()
  await open(other, '/dashboard')
  await expect(heading(other)).toContainText('Bento')
  await open(page, '/login?add=1')
  await page.locator('#email').fill(ana.email)
  await page.locator('#password').fill(ana.password)
  await page.locator('#password').press('Enter')
  await arrived(page, '/dashboard')
  await expect(heading(other)).toContainText('Ana')
})

test('a tab that missed the switch writes nothing as another account: the write is rejected, the text kept, and a way to continue shown', async ({
  page,
  context,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/409|otherAccount/)
  await withoutChannel(context)
  const [ana, bento] = await twoAccounts(user, enter)
  await open(page, '/dashboard')
  const other = await context.newPage()
  await openName(other, 'Bento')
  await firstNameField(other).fill('Benedict')
  await switchTo(page, bento, ana)

  await other.getByRole('button', { name: 'Update', exact: true }).click()
  const dialog = other.getByRole('dialog', { name: t('app:outdated.title') })
  await expect(dialog).toBeVisible()
  // Told once: the dialog says it, and no error beside it.
  await expect(other.locator('form:has(#firstName) [type=submit]')).toBeEnabled()
  await expect(other.locator('[data-sonner-toast]')).toHaveCount(0)
  await dialog.getByRole('button', { name: t('app:outdated.stay') }).click()
  await expect(firstNameField(other)).toHaveValue('Benedict')

  await other.getByRole('button', { name: 'Update', exact: true }).click()
  await dialog.getByRole('button', { name: t('app:outdated.goOn') }).click()
  await expect(
    other.getByRole('button', { name: t('app:accounts.label', { name: nameOf(ana) }) }),
  ).toBeVisible()
  await expect(firstNameField(other)).toHaveValue('Ana')

  // Out of the page before the switch, which it would follow by reloading while it is sent here.
  await other.goto('about:blank')
  await hydrated(page)
  await switchTo(page, ana, bento)
  await openName(other, 'Benedict')
})
