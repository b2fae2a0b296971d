import { startApp } from '@plinth/testing/programs/running-app.ts'
import { expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'
import { startStripeServer } from '@plinth/testing/servers/stripe/stripe-server.ts'
import { openStripe } from '../server/provider/open-stripe.server.ts'
import { syncPrices } from '../server/provider/sync-prices.server.ts'

const t = textIn('en')
const PASSWORD = 'vier rote Ziegel am Fluss'
const DAY = 86_400

test('an owner looks at prices, buys, is told of a failed payment, cancels and goes on after all', async ({
  page,
  watch,
}) => {
  const server = await startStripeServer()
  const { url, secretKey, webhookSecret } = server
  await syncPrices(await openStripe({ key: secretKey, url }), { isDryRun: false })
  const app = await startApp({
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
      DEMO_PASSWORD: PASSWORD,
    },
  })
  server.webhooks = { url: `${app.url}/api/billing/webhook`, faults: { doubled: true, reordered: true } }
  // The pages of the stand-in bring no icon.
  watch.expectProblem(/favicon/)
  try {
    await page.goto(`${app.url}/pricing`)
    await hydrated(page)
    await expect(page.getByText('€9', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: t('billing:plans.year') }).click()
    await expect(page.getByText('€90', { exact: true })).toBeVisible()

    await page.goto(`${app.url}/login?redirect=/dashboard/billing`)
    await hydrated(page)
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL('**/dashboard/billing')
    await hydrated(page)
    const main = page.getByRole('main')
    await expect(main.getByText(t('billing:plan.tooMany', { members: '6', max: '3' }))).toBeVisible()
    await main
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Team' }) })
      .getByRole('button', { name: t('billing:page.buy') })
      .click()
    await page.waitForURL(`${url}/pay/**`)
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.waitForURL(`${app.url}/dashboard/billing**`)
    await expect(page.getByText(t('billing:page.paid'))).toBeVisible()
    await expect(main.getByText(t('billing:status.trialing'))).toBeVisible()
    await expect(main.getByText(t('billing:price.month_other', { amount: '€9', count: '6' }))).toBeVisible()

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
    await page.getByRole('link', { name: t('billing:notices.open') }).click()
    server.state.declined.delete(customer?.id ?? '')
    server.advance(4 * DAY)
    await hydrated(page)
    await page.getByRole('button', { name: t('billing:page.refresh') }).click()
    await expect(main.getByText(t('billing:status.active'), { exact: true })).toBeVisible()
    await expect(main.getByText('PL-0001')).toBeVisible()

    await main.getByRole('button', { name: t('billing:cancel.open') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('billing:cancel.submit') })
      .click()
    await main.getByRole('button', { name: t('billing:resume.submit') }).click()
    await expect(main.getByRole('button', { name: t('billing:cancel.open') })).toBeVisible()
    await main.getByRole('button', { name: t('billing:plan.portal') }).click()
    await page.waitForURL(`${url}/portal/**`)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.waitForURL(`${app.url}/dashboard/billing`)
  } finally {
    await page.close()
    await app.stop()
    await server.close()
  }
})

test('without keys there are no prices, no billing and no section', async ({ page, watch }) => {
  watch.expectProblem(/404/)
  for (const path of ['/pricing', '/dashboard/billing']) {
    const response = await page.goto(path)
    expect(response?.url().includes('/login') || response?.status() === 404).toBe(true)
  }
})

test('looks', async ({ page, watch }) => {
  test.setTimeout(240_000)
  watch.expectProblem(/./)
  const server = await startStripeServer()
  const { url, secretKey, webhookSecret } = server
  await syncPrices(await openStripe({ key: secretKey, url }), { isDryRun: false })
  const app = await startApp({
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
      DEMO_PASSWORD: PASSWORD,
    },
  })
  server.webhooks = { url: `${app.url}/api/billing/webhook`, faults: {} }
  const shot = async (name: string, path: string) => {
    for (const [look, width, scheme, lng] of [
      ['desk', 1280, 'light', 'en'],
      ['dark', 1280, 'dark', 'en'],
      ['phone', 375, 'light', 'en'],
      ['de', 375, 'dark', 'de'],
      ['dedesk', 1280, 'light', 'de'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto(`${app.url}${path}${path.includes('?') ? '&' : '?'}lng=${lng}`)
      await hydrated(page)
      await page.waitForTimeout(700)
      await page.screenshot({ path: `/tmp/shots/${name}-${look}.png`, fullPage: true })
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  const signIn = async (email: string) => {
    await page.context().clearCookies()
    await page.goto(`${app.url}/login?redirect=/dashboard/billing`)
    await hydrated(page)
    await page.locator('#email, [name=email]').first().fill(email)
    await page.locator('[name=password]').first().fill(PASSWORD)
    await page.getByRole('button', { name: /^(Login|Anmelden)$/ }).click()
    await page.waitForURL('**/dashboard**')
    await page.waitForTimeout(1_500)
  }
  try {
    await shot('pricing', '/pricing')
    await signIn('ada@example.com')
    await shot('billing-free', '/dashboard/billing')
    await page.goto(`${app.url}/dashboard/billing?lng=en`)
    await hydrated(page)
    await page
      .getByRole('button', { name: t('billing:page.buy') })
      .first()
      .click()
    await page.waitForURL(`${url}/pay/**`)
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.waitForURL(`${app.url}/dashboard/billing**`)
    await page.waitForTimeout(2_000)
    await page.screenshot({ path: '/tmp/shots/paid.png' })
    await shot('billing-trial', '/dashboard/billing')
    const [customer] = server.state.all('customer')
    server.state.declined.add(customer?.id ?? '')
    server.advance(15 * DAY)
    await server.settled()
    await page.waitForTimeout(3_000)
    await shot('billing-failed', '/dashboard/billing')
    await shot('workspace', '/dashboard/workspace')
    await signIn('admin@example.com')
    await shot('admin', '/dashboard/admin/billing')
    await page.goto(`${app.url}/dashboard/admin/billing?lng=en`)
    await hydrated(page)
    await page.getByRole('button', { name: t('billing:grant.open') }).click()
    await page.waitForTimeout(800)
    await page.screenshot({ path: '/tmp/shots/grant.png' })
  } finally {
    await page.close()
    await app.stop()
    await server.close()
  }
})
