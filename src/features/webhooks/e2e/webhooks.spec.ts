import type { Page } from '@playwright/test'
import { expect, hydrated } from '@plinth/testing/browser/fixtures.ts'
import { call } from '@plinth/testing/browser/call.ts'
import { movedFromSkeleton } from '../../../../e2e/skeleton-places.ts'
import { soundAndFitting } from '@plinth/testing/browser/sound-and-fitting.ts'
import { test, writeOrganization } from '@plinth/testing/browser/team-fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

const t = textIn('en')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Chooses from the menu of the endpoint. */
async function fromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: t('app:menu.actions') }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

test('an endpoint is added, tested, edited, turned off and deleted; what was sent to it can be read and sent again', async ({
  page,
  settle,
  watch,
}) => {
  watch.expectProblem(/400|webhooks:errors.urlPrivate/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { email } = await settle()
  await writeOrganization([{ email, role: 'owner' }])
  await open(page, '/dashboard/webhooks')
  await soundAndFitting(page, 'no endpoints')
  await button(page, t('webhooks:list.add')).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: t('webhooks:form.add'), exact: true })
  await dialog.locator('#url').fill('http://example.com/')
  await submit.click()
  await expect(dialog.locator('#url-note')).toHaveText(t('webhooks:errors.urlInvalid'))
  await dialog.locator('#url').fill('https://10.0.0.1/')
  await submit.click()
  await expect(dialog.locator('#url-note')).toHaveText(t('webhooks:errors.urlPrivate'))
  await dialog.locator('#url').fill('https://hooks.invalid/plinth')
  await submit.click()

  // The page of the new endpoint.
  await expect(page.getByRole('heading', { name: 'hooks.invalid', exact: true })).toBeVisible()
  await expect(page.getByText(t('webhooks:deliveries.emptyTitle'))).toBeVisible()
  await button(page, t('webhooks:secret.show')).click()
  await expect(page.getByText(/^whsec_/)).toBeVisible()
  await button(page, t('webhooks:secret.copy')).click()
  await expect(page.getByText(t('app:copy.done'))).toBeVisible()
  const before = await page.evaluate(() => navigator.clipboard.readText())
  await button(page, t('webhooks:secret.rotate')).click()
  const confirm = page.getByRole('alertdialog')
  await confirm.getByRole('button', { name: t('webhooks:secret.rotate'), exact: true }).click()
  await expect(page.getByText(t('webhooks:secret.rotated'))).toBeVisible()
  await expect(page.getByText(/^whsec_/)).not.toHaveText(before)

  await button(page, t('webhooks:endpoint.test')).click()
  const row = page.getByRole('row', { name: /webhooks\.test/ })
  await expect(row).toContainText(t('webhooks:problems.unknownHost'))
  await expect(page.getByText(t('webhooks:state.failing'))).toBeVisible()
  await soundAndFitting(page, 'an endpoint')
  await row.getByRole('button').click()
  await expect(dialog.locator('pre')).toContainText('"type": "webhooks.test"')
  await expect(dialog.getByText(t('webhooks:delivery.noResponse'))).toBeVisible()
  await soundAndFitting(page, 'a delivery')
  await dialog.getByRole('button', { name: t('webhooks:delivery.resend'), exact: true }).click()
  await expect(page.getByText(t('webhooks:delivery.resent'))).toBeVisible()
  await page.keyboard.press('Escape')

  await button(page, t('webhooks:endpoint.edit')).click()
  await dialog.getByRole('radio', { name: t('webhooks:form.some') }).check()
  await dialog.getByRole('button', { name: t('webhooks:form.save'), exact: true }).click()
  await expect(dialog.getByText(t('webhooks:errors.noEvents'))).toBeVisible()
  await soundAndFitting(page, 'the form')
  const event = dialog.getByRole('checkbox').first()
  const name = await event.inputValue()
  await event.check()
  await dialog.getByRole('button', { name: t('webhooks:form.save'), exact: true }).click()
  await expect(page.getByText(t('webhooks:form.saved'))).toBeVisible()
  await expect(page.locator('main').getByText(name, { exact: true })).toBeVisible()

  await fromMenu(page, t('webhooks:endpoint.turnOff'))
  await confirm.getByRole('button', { name: t('webhooks:endpoint.turnOff'), exact: true }).click()
  await expect(page.getByText(t('webhooks:endpoint.offNotice'))).toBeVisible()
  await expect(button(page, t('webhooks:endpoint.test'))).toHaveCount(0)
  await button(page, t('webhooks:endpoint.turnOn')).click()
  await expect(page.getByText(t('webhooks:endpoint.turnedOn'))).toBeVisible()

  await page.getByRole('link', { name: t('webhooks:list.title'), exact: true }).click()
  const listed = page.getByRole('row', { name: /hooks\.invalid/ })
  await expect(listed).not.toContainText(t('webhooks:deliveries.emptyTitle'))
  await listed.getByRole('link').click()
  await fromMenu(page, t('webhooks:endpoint.delete'))
  await confirm.getByRole('button', { name: t('webhooks:endpoint.delete'), exact: true }).click()
  await expect(page.getByText(t('webhooks:list.emptyTitle'))).toBeVisible()
})

test('nothing moves when endpoints and one of them fill their skeletons', async ({ page, settle, watch }) => {
  watch.expectProblem(/404/)
  const { email } = await settle()
  await writeOrganization([{ email, role: 'owner' }])
  const endpoint = { url: 'https://hooks.invalid/plinth', eventTypes: null }
  const { id } = await call<{ id: string }>(page, 'webhooks.create', endpoint)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/dashboard/webhooks', `/dashboard/webhooks/${id}`])
      expect(await movedFromSkeleton(page, path)).toEqual([])
  }
})

test("an organization's page leads its admins to its webhooks, and members to nothing", async ({
  settleTeam,
  page,
}) => {
  const { guest } = await settleTeam()
  const toDetails = (of: Page) => of.getByRole('link', { name: 'Members', exact: true }).first().click()
  await open(page, '/dashboard')
  await toDetails(page)
  await page.getByRole('link', { name: t('webhooks:details.open') }).click()
  await expect(page.getByRole('heading', { name: t('webhooks:list.title'), exact: true })).toBeVisible()
  const inNavigation = (label: string) =>
    page.getByRole('navigation', { name: label }).getByRole('link', { name: 'Members', exact: true })
  await expect(inNavigation(t('app:nav.label'))).toHaveAttribute('aria-current', 'page')
  await expect(inNavigation(t('app:nav.breadcrumb'))).toBeVisible()
  await open(guest.page, '/dashboard')
  await toDetails(guest.page)
  await expect(guest.page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
  await expect(guest.page.getByRole('link', { name: t('webhooks:details.open') })).toHaveCount(0)
})
