import type { Page } from '@playwright/test'
import { arrived, expect, hydrated } from '@plinth/testing/browser/fixtures.ts'
import { callAuth } from '@plinth/testing/browser/call.ts'
import { test } from '@plinth/testing/browser/team-fixtures.ts'
import { tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { plugInAuthenticator } from './virtual-authenticator.ts'
import { preferredOf } from '@plinth/testing/languages.ts'

/** Turns off passkey autofill in the address field, so that only the button is tested. */
const withoutOffer = (page: Page) =>
  page.addInitScript(() => {
    if (!('PublicKeyCredential' in window)) return
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: () => Promise.resolve(false) })
  })

/** Adds a passkey to the signed-in user. Returns the device that holds it. */
async function addPasskey(page: Page) {
  await page.goto('/dashboard')
  const device = await plugInAuthenticator(page)
  const response = await page.evaluate(async () => {
    const options = (await (
      await fetch('/api/auth/passkey/generate-register-options?name=Laptop')
    ).json()) as PublicKeyCredentialCreationOptionsJSON
    const made = await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    })
    return (made as PublicKeyCredential).toJSON()
  })
  await callAuth(page, '/passkey/verify-registration', { response, name: 'Laptop' })
  return device
}

for (const language of preferredOf('en', 'de')) {
  test(
    `a passkey signs in with the button and leads to the requested page: ${language}`,
    tagOf(language),
    async ({ page, context, baseURL, settle }) => {
      const t = textIn(language)
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
      await settle()
      const device = await addPasskey(page)
      await context.clearCookies({ name: /better-auth/ })
      await withoutOffer(page)
      await page.goto('/login?redirect=/dashboard/settings')
      await hydrated(page)
      await page.getByRole('button', { name: t('passkey-sign-in:submit') }).click()
      await arrived(page, '/dashboard/settings')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await device.unplug()
    },
  )
}

test('passkey autofill in the address field signs in, too', async ({ page, context, settle }) => {
  await settle()
  const device = await addPasskey(page)
  await context.clearCookies({ name: /better-auth/ })
  await page.goto('/login?redirect=/dashboard/settings')
  await hydrated(page)
  let isAsked = false
  page.on('request', (request) => {
    if (request.url().includes('/passkey/generate-authenticate-options')) isAsked = true
  })
  // The listener of the first focus starts shortly after hydration.
  await expect(async () => {
    await page.locator('#email').blur()
    await page.locator('#email').focus()
    await expect.poll(() => isAsked, { timeout: 5_000 }).toBe(true)
  }).toPass()
  await arrived(page, '/dashboard/settings')
  await device.unplug()
})

test('an unknown passkey is rejected with a message, and the page keeps working', async ({
  page,
  baseURL,
  settle,
  context,
  watch,
}) => {
  watch.expectProblem(/401/)
  await settle()
  const device = await addPasskey(page)
  const { result } = (await (await page.request.get('/api/trpc/passkeys.list')).json()) as {
    result: { data: { json: { items: { id: string }[] } } }
  }
  const removed = await page.request.post('/api/trpc/passkeys.remove', {
    headers: { origin: baseURL ?? '' },
    data: { json: { id: result.data.json.items[0]?.id } },
  })
  expect(removed.status(), await removed.text()).toBe(200)
  await context.clearCookies({ name: /better-auth/ })
  await withoutOffer(page)
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText("We don't recognize this passkey.")
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveAttribute(
    'aria-disabled',
    'false',
  )
  await device.unplug()
})

test('a device that skipped user verification signs nobody in', async ({ page, context, settle }) => {
  await settle()
  const device = await addPasskey(page)
  await context.clearCookies({ name: /better-auth/ })
  await device.checksUser(false)
  await withoutOffer(page)
  await page.goto('/login')
  await hydrated(page)
  const asked = page.waitForResponse('**/passkey/generate-authenticate-options')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await asked
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveAttribute(
    'aria-disabled',
    'false',
  )
  expect((await context.cookies()).filter(({ name }) => name.includes('session_token'))).toEqual([])
  await device.unplug()
})
