import { choose, dialogOf, open, pathOf, test } from '@plinth/testing/browser/administration-fixtures.ts'
import { ada, arrived, expect, reload } from '@plinth/testing/browser/fixtures.ts'
import { holdScripts } from '@plinth/testing/browser/hold-scripts.ts'
import { layoutShift } from '@plinth/testing/browser/measure-page.ts'
import { test as teamTest } from '@plinth/testing/browser/team-fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

const t = textIn('en')
const auditPath = '/dashboard/admin/audit'

test('a row opens its details; a yes/no detail is shown there only, because it is meaningless without its name', async ({
  page,
  enterAsAdmin,
  makeSomebody,
}) => {
  await enterAsAdmin()
  const user = await makeSomebody()
  await open(page, `${auditPath}?action=user.changePassword`)
  const change = page.getByRole('row', { name: t('account:audit.actions.user.changePassword') }).first()
  await expect(change).toBeVisible()
  await expect(change).not.toContainText('true')
  await open(page, `${auditPath}?action=user.create`)
  await page.getByRole('row', { name: user.name }).getByText(user.name, { exact: true }).click()
  await expect(dialogOf(page)).toContainText('user.create')
})

test('the details of a user link to their audit log, which is filtered and exported; they see the events in the settings', async ({
  page,
  enterAsAdmin,
  makeSomebody,
  signInElsewhere,
}) => {
  await enterAsAdmin()
  const user = await makeSomebody()
  await open(page, pathOf(user))
  await choose(page, user, { act: 'administration:details.open' })
  await dialogOf(page)
    .getByRole('link', { name: t('audit-log:trail.happened') })
    .click()
  await arrived(page, auditPath)
  await expect(page.getByRole('table').getByText(t('administration:audit.actions.user.create'))).toBeVisible()
  await page.getByRole('combobox', { name: t('audit-log:filter.action') }).selectOption('user.delete')
  await expect(page.getByText(t('audit-log:empty.title'))).toBeVisible()
  await page
    .getByRole('button', { name: t('audit-log:filter.clear') })
    .first()
    .click()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: t('audit-log:filter.export') }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)

  const theirs = await signInElsewhere(user)
  await open(theirs, '/dashboard/settings')
  const events = theirs.getByRole('list', { name: t('audit-log:own.title') })
  await expect(events.getByText(t('audit-log:audit.actions.session.create')).first()).toBeVisible()
})

test('the reason of an impersonation is in the log', async ({
  page,
  baseURL,
  enterAsNewAdmin,
  makeSomebody,
}) => {
  await enterAsNewAdmin()
  const user = await makeSomebody()
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/auth/admin/${path}`, {
      headers: { origin: baseURL ?? '' },
      data,
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await post('impersonate-user', { userId: user.id, reason: 'Looking for a lost invoice' })
  await post('stop-impersonating', {})
  await open(page, `${auditPath}?action=user.impersonate`)
  await expect(page.getByRole('row', { name: user.name })).toContainText('Looking for a lost invoice')
})

test('the log is narrowed to the last days, or to any two', async ({ page, enterAsAdmin }) => {
  await enterAsAdmin()
  await open(page, auditPath)
  const period = page.getByRole('combobox', { name: t('audit-log:filter.period') })
  const from = page.getByLabel(t('audit-log:filter.from'))
  await expect(from).toHaveCount(0)
  await period.selectOption('7')
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d$/)
  await reload(page)
  await expect(period).toHaveValue('7')
  await period.selectOption('custom')
  await from.fill('2001-01-01')
  await page.getByLabel(t('audit-log:filter.to')).fill('2001-01-02')
  await expect(page.getByText(t('audit-log:empty.title'))).toBeVisible()
  await reload(page)
  await from.fill('')
  await expect(page).toHaveURL(/\?to=2001-01-02$/)
  await page.getByLabel(t('audit-log:filter.to')).fill('')
  await expect(page).toHaveURL(new RegExp(`${auditPath}$`))
  await expect(from).toBeVisible()
  await from.fill('2001-01-01')
  await expect(page).toHaveURL(/\?from=2001-01-01$/)
  await page
    .getByRole('button', { name: t('audit-log:filter.clear') })
    .first()
    .click()
  await expect(period).toHaveValue('')
  await period.selectOption('30')
  await expect(page).toHaveURL(/from=/)
  const search = page.getByRole('searchbox', { name: t('audit-log:filter.search') })
  await search.fill('ada')
  await page.getByRole('button', { name: t('audit-log:filter.clearSearch') }).click()
  await expect(search).toBeFocused()
  await period.selectOption('')
  await expect(page).toHaveURL(new RegExp(`${auditPath}$`))
  await expect(page.getByRole('table').getByRole('rowheader').first()).toHaveText(/today/i)
})

test.describe('14 hours ahead of the server', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })
  test('entries stand under the days of the reader, and nothing moves when they arrive', async ({
    page,
    enterAsAdmin,
  }) => {
    await enterAsAdmin()
    await open(page, auditPath)
    const time = page.getByRole('table').locator('time').first()
    await expect(time).toBeVisible()
    const local = await time.evaluate((element: HTMLTimeElement) =>
      new Date(element.dateTime).toLocaleTimeString('en-GB'),
    )
    await expect(time.locator(':scope > :visible')).toHaveText(local)
    expect(await page.evaluate(layoutShift)).toBe(0)
  })
})

test('a search and a period given before the script has loaded narrow the log', async ({
  page,
  enterAsAdmin,
}) => {
  await enterAsAdmin()
  const release = await holdScripts(page)
  await page.goto(auditPath, { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: t('audit-log:filter.period') }).selectOption('7')
  await page.getByRole('searchbox', { name: t('audit-log:filter.search') }).fill('ada')
  release()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&q=ada$/)
})

test('only administrators find the audit log', async ({ page, enter }) => {
  await enter(ada)
  const response = await page.request.get(auditPath)
  expect([response.status(), await response.text()]).toEqual([
    404,
    expect.stringContaining(t('app:notFound.title')),
  ])
})

teamTest(
  "an owner reads the organization's log where its details are, and a member does not",
  async ({ page, settleTeam }) => {
    const { guest } = await settleTeam()
    await open(page, '/dashboard')
    const details = page.getByRole('link', { name: 'Members', exact: true }).first()
    teamTest.skip((await details.count()) === 0, 'No feature has a page of an organization')
    await details.click()
    await expect(page.getByRole('heading', { name: t('audit-log:organization.title') })).toBeVisible()
    await open(guest.page, '/dashboard')
    await guest.page.getByRole('link', { name: 'Members', exact: true }).first().click()
    await expect(guest.page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
    await expect(guest.page.getByRole('heading', { name: t('audit-log:organization.title') })).toHaveCount(0)
  },
)
