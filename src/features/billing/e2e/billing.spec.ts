import { expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { signInHere } from '@plinth/testing/browser/session-fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'
import { startWithProvider } from '../tests/start-with-provider.ts'

const t = textIn('en')
const PASSWORD = 'vier rote Ziegel am Fluss'
const DAY = 86_400

test('an owner looks at prices, buys, is told of a failed payment, cancels and goes on after all', async ({
  page,
}) => {
  const { app, server, stop } = await startWithProvider({ DEMO_PASSWORD: PASSWORD })
  server.webhooks.faults = { doubled: true, reordered: true }
  try {
    await page.goto(`${app.url}/pricing`)
    await hydrated(page)
    await expect(page.getByText('€9', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: t('billing:plans.year') }).click()
    await expect(page.getByText('€90', { exact: true })).toBeVisible()

    await page.goto(`${app.url}/login?redirect=/dashboard/billing`)
    await hydrated(page)
    await signInHere(page, { email: 'ada@example.com', password: PASSWORD })
    await hydrated(page)
    const main = page.getByRole('main')
    await expect(main.getByText(t('billing:plan.tooMany', { members: '6', max: '3' }))).toBeVisible()
    await main
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Team' }) })
      .getByRole('button', { name: t('billing:page.buy') })
      .click()
    await page.waitForURL(`${server.url}/pay/**`)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL(`${app.url}/dashboard/billing**`)
    await expect(page.getByText(t('billing:page.paid'))).toBeVisible()
    await expect(main.getByText(t('billing:status.trialing'), { exact: true })).toBeVisible()
    await expect(
      main.getByText(t('billing:price.monthEach_other', { amount: '€9', count: '6' })),
    ).toBeVisible()

    const [customer] = server.state.all('customer')
    server.state.declined.add(customer?.id ?? '')
    server.advance(15 * DAY)
    await server.settled()
    await expect(async () => {
      await page.goto(`${app.url}/dashboard/workspace`)
      await expect(
        page.getByRole('status').filter({ hasText: t('billing:notices.failed', { plan: 'Team' }) }),
      ).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await hydrated(page)
    await page.getByRole('link', { name: t('billing:notices.open') }).click()
    await page.waitForURL(`${app.url}/dashboard/billing`)
    server.state.declined.delete(customer?.id ?? '')
    server.advance(4 * DAY)
    await hydrated(page)
    await page.getByRole('button', { name: t('billing:page.refresh') }).click()
    await expect(main.getByText(t('billing:status.active'), { exact: true })).toBeVisible()
    await expect(main.getByText('PL-0001')).toBeVisible()

    const toBusiness = t('billing:change.submit', { plan: 'Business' })
    await main.getByRole('button', { name: toBusiness }).click()
    const confirmation = page.getByRole('alertdialog')
    await expect(confirmation.getByText(/^€1\d\d(\.\d\d)? is charged now/)).toBeVisible()
    await confirmation.getByRole('button', { name: toBusiness }).click()
    await expect(main.getByText(t('billing:price.month', { amount: '€199' }))).toBeVisible()
    await expect(main.getByText('PL-0002')).toBeVisible()

    await main.getByRole('button', { name: t('billing:cancel.open') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('billing:cancel.submit') })
      .click()
    await main.getByRole('button', { name: t('billing:resume.submit') }).click()
    await expect(main.getByRole('button', { name: t('billing:cancel.open') })).toBeVisible()
    await main.getByRole('button', { name: t('billing:plan.portal') }).click()
    await page.waitForURL(`${server.url}/portal/**`)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.waitForURL(`${app.url}/dashboard/billing`)
  } finally {
    await page.close()
    await stop()
  }
})

test('without keys there are no prices, no billing and no section', async ({ page, watch }) => {
  watch.expectProblem(/404/)
  for (const path of ['/pricing', '/dashboard/billing']) {
    const response = await page.goto(path)
    expect(response?.url().includes('/login') || response?.status() === 404).toBe(true)
  }
})

test('without keys its pages are unknown, inside what is around them', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/404/)
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: t('app:notFound.title') })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(1)
  await expect(page).toHaveTitle(new RegExp(t('app:notFound.title')))
  await enter(user)
  await page.goto('/dashboard/billing')
  await expect(page.getByRole('main').getByRole('heading', { name: t('app:notFound.title') })).toBeVisible()
  await expect(page.getByRole('complementary').getByRole('link', { name: t('app:nav.home') })).toBeVisible()
  await expect(page.getByRole('complementary').locator('[aria-current]')).toHaveCount(0)
})
