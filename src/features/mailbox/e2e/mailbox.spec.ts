import type { Page } from '@playwright/test'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { expect, hydrated, isShown, test, type User } from '@plinth/testing/browser/fixtures.ts'

const mailOf = (page: Page, { email }: User) => page.getByRole('link', { name: new RegExp(email) }).first()

/** Opens the latest mail to a user from the list. */
async function openMailOf(page: Page, user: User): Promise<void> {
  await page.goto('/dev/mailbox')
  await mailOf(page, user).click()
  await expect(page).toHaveURL(/\/dev\/mailbox\?mail=/)
  await isShown(page)
}

test('a mail is found in the list, read, and its link opens in the same tab', async ({
  page,
  user,
  enter,
}) => {
  await enter(user)
  await openMailOf(page, user)
  const message = page.getByRole('article', { name: 'Message' })
  await expect(message.getByRole('heading', { level: 2 })).toHaveText(/Verify your email address/)
  await expect(message.getByText(`To ${user.email}`)).toBeVisible()
  await page.getByRole('link', { name: 'Open link' }).click()
  await expect(page.getByRole('heading', { name: 'Verification Successful' })).toBeVisible()
})

test('a mail fits a phone: 41 px margin, and no sideways scrolling', async ({
  page,
  user,
  enter,
  readMail,
}) => {
  await enter(user)
  const { html } = await readMail(user.email, /verify/i)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.setContent(html)
  expect((await page.getByRole('heading').boundingBox())?.x).toBe(41)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('a link inside the mail navigates the tab, scripts of a mail are blocked, and the frame is as high as the mail', async ({
  page,
  user,
  enter,
}) => {
  await enter(user)
  await openMailOf(page, user)
  const frame = page.locator('iframe')
  expect(await frame.getAttribute('sandbox')).toBe(
    'allow-same-origin allow-top-navigation-by-user-activation',
  )
  await expect
    .poll(() =>
      frame.evaluate(
        (shown: HTMLIFrameElement) =>
          shown.clientHeight - (shown.contentDocument?.documentElement.offsetHeight ?? 0),
      ),
    )
    .toBeLessThan(4)
  await frame
    .contentFrame()
    .getByRole('link', { name: /verify-email/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Verification Successful' })).toBeVisible()
})

test('the text part is shown as written', async ({ page, user, enter }) => {
  await enter(user)
  await openMailOf(page, user)
  await hydrated(page)
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await expect(page.locator('pre')).toContainText(`Hi ${user.firstName},`)
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('on a phone the list comes first, then one mail, then back', async ({ page, user, enter }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await enter(user)
  await page.goto('/dev/mailbox')
  const link = mailOf(page, user)
  await expect(page.getByRole('article', { name: 'Message' })).toBeHidden()
  await link.click()
  await expect(page.getByRole('article', { name: 'Message' })).toBeVisible()
  await expect(link).toBeHidden()
  await page.getByRole('link', { name: 'All emails' }).click()
  await expect(link).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
})

test('an empty mailbox explains how mails arrive; with required verification, sign-up asks for no image, which could not be stored', async ({
  page,
}) => {
  const app = await startApp({ env: { AUTH_REQUIRE_VERIFIED_EMAIL: 'true' } })
  try {
    await page.goto(`${app.url}/dev/mailbox`)
    await expect(page.getByText('No emails yet')).toBeVisible()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.locator('#firstName')).toBeVisible()
    await hydrated(page)
    await expect(page.locator('#image')).toHaveCount(0)
  } finally {
    await app.stop()
  }
})
