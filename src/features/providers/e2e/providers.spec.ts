import { providerLabels } from '../providers.ts'
import { startOAuthServer } from '@plinth/testing/servers/oauth-server.ts'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { arrived, expect, hydrated, reload, test } from '@plinth/testing/browser/fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'
import { preferred } from '@plinth/testing/languages.ts'

test("Github signs up a new user, failures are shown on the sign-in page in the user's language; Google is linked and Github unlinked", async ({
  page,
  context,
  watch,
}) => {
  const provider = await startOAuthServer()
  const app = await startApp({ env: provider.env })
  try {
    // The user's browser would show Github; this one agrees immediately.
    await page.route('https://github.com/login/oauth/authorize**', (route) =>
      route.fulfill({ status: 302, headers: { location: provider.agree(route.request().url()).href } }),
    )
    provider.user = { id: 7, email: 'grace@example.org', emailVerified: true, name: 'Grace Hopper' }
    provider.lie = 'denied'
    await page.goto(`${app.url}/login?redirect=/dashboard/settings`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Sign in with Github' }).click()
    await expect(page.getByRole('alert')).toHaveText('Sign-in was canceled. Nothing was changed.')
    expect(page.url()).not.toContain('evil')
    await expect(page.getByText(textIn('en')('sign-in:lastUsed'))).toHaveCount(0)

    await context.addCookies([{ name: 'i18next', value: preferred('pt'), url: app.url }])
    provider.lie = 'error'
    await reload(page)
    await page.getByRole('button', { name: textIn(preferred('pt'))('provider-sign-in:github') }).click()
    await expect(page.getByRole('alert')).toHaveText(textIn(preferred('pt'))('providers:failure.unavailable'))

    provider.lie = undefined
    await hydrated(page)
    await page.getByRole('button', { name: textIn(preferred('pt'))('provider-sign-in:github') }).click()
    await arrived(page, '/dashboard/settings')
    await page.goto(`${app.url}/dashboard`)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Grace')
    await page.goto(`${app.url}/login?add=1`)
    await expect(
      page.getByRole('button', { name: textIn(preferred('pt'))('provider-sign-in:github') }),
    ).toContainText(textIn(preferred('pt'))('sign-in:lastUsed'))

    const t = textIn(preferred('pt'))
    await page.route('https://accounts.google.com/**', (route) =>
      route.fulfill({ status: 302, headers: { location: provider.agree(route.request().url()).href } }),
    )
    const act = (name: 'link' | 'unlink' | 'unlinkSubmit', which: 'google' | 'github') =>
      page.getByRole(name === 'unlinkSubmit' ? 'alertdialog' : 'main').getByRole('button', {
        name: t(`providers:${name}`, { provider: providerLabels[which] }),
      })
    await page.goto(`${app.url}/dashboard/settings`)
    await hydrated(page)
    await act('link', 'google').click()
    await act('unlink', 'google').waitFor()
    await hydrated(page)
    await act('unlink', 'github').click()
    await act('unlinkSubmit', 'github').click()
    await expect(page.getByText(t('providers:unlinked', { provider: 'GitHub' }))).toBeVisible()
    await expect(act('link', 'github')).toBeVisible()
    // The last sign-in method cannot be removed.
    watch.expectProblem(/40[09]|linkedAccounts\.unlink/)
    await act('unlink', 'google').click()
    await act('unlinkSubmit', 'google').click()
    await expect(page.getByText(t('security:lastSignInMethod'))).toBeVisible()
  } finally {
    // Its queries would fail once the server is gone.
    await page.close()
    await app.stop()
    await provider.close()
  }
})

test('in local mode, a provider that is not configured shows how to set it up', async ({ page, baseURL }) => {
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Set up Google' })).toBeVisible()
  await expect(page.getByText('GOOGLE_CLIENT_ID=')).toBeVisible()
  await expect(page.getByText(`${baseURL}/api/auth/callback/google`)).toBeVisible()
})
