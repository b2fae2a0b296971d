import type { Page, Route } from '@playwright/test'
import { arrived, expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { languages, tagOf, textIn, type Language } from '@plinth/testing/browser/texts.ts'

/** Opens a URL and asserts the language of the server's HTML. */
async function open(page: Page, path: string, language: Language): Promise<void> {
  const response = await page.goto(path)
  expect(/<html lang="(\w+)"/.exec((await response?.text()) ?? '')?.[1], path).toBe(language)
  await hydrated(page)
}

/** Responds with an error in the format of the server, to each call of a batch. */
function refuse(route: Route): Promise<void> {
  const procedures = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? []
  const app = { code: 'errors:forbidden', params: {}, requestId: 'to-quote' }
  return route.fulfill({
    status: 403,
    json: procedures.map((path) => ({
      error: {
        json: {
          message: 'errors:forbidden',
          code: -32003,
          data: { code: 'FORBIDDEN', httpStatus: 403, path, app },
        },
      },
    })),
  })
}

for (const language of languages) {
  const t = textIn(language)
  const next = languages[(languages.indexOf(language) + 1) % languages.length] ?? 'en'

  test.describe(`a stranger's first ten minutes: ${language}`, tagOf(language), () => {
    const { region } = new Intl.Locale(language).maximize()
    test.use({ locale: `${language}-${region}` })

    test('registers, verifies by mail, changes the name, resets a forgotten password and signs in again', async ({
      page,
      user,
      readMail,
      watch,
    }) => {
      await open(page, '/register', language)
      for (const name of ['firstName', 'lastName', 'email', 'password'] as const)
        await page.locator(`#${name}`).fill(user[name])
      await page.locator('#passwordConfirmation').fill(user.password)
      await page.getByRole('button', { name: t('sign-in:signUp.submit') }).click()
      await arrived(page, '/dashboard')
      await expect(page.getByText(t('verify-email:banner.text', { email: user.email }))).toBeVisible()

      const verification = await readMail(user.email, new RegExp(t('sign-in-mails:verifyEmail.subject')))
      await page.goto(verification.links[0] ?? '')
      await expect(page.getByRole('heading', { name: t('verify-email:page.successTitle') })).toBeVisible()
      await page.getByRole('link', { name: t('verify-email:page.continue') }).click()
      await arrived(page, '/dashboard')
      await expect(page.getByText(t('verify-email:banner.text', { email: user.email }))).toHaveCount(0)

      await page
        .getByRole('link', { name: t('app:nav.settings'), exact: true })
        .first()
        .click()
      await expect(page.locator('#firstName')).toHaveValue(user.firstName)
      await page.locator('#firstName').fill('Inés')
      await page.locator('#firstName').press('Enter')
      await expect(page.getByRole('complementary')).toContainText(`Inés ${user.lastName}`)
      // Requests in flight when the session ended are rejected.
      watch.expectProblem(/401|errors:signInFirst/)
      await page
        .getByRole('button', { name: t('app:nav.signOut') })
        .first()
        .click()
      await arrived(page, '/login')

      await page.getByRole('link', { name: t('sign-in:signIn.forgot') }).click()
      await arrived(page, '/forgot-password')
      await hydrated(page)
      await page.locator('#email').fill(user.email)
      await page.getByRole('button', { name: t('sign-in:forgot.submit') }).click()
      await expect(page.getByRole('heading', { name: t('sign-in:forgot.sentTitle') })).toBeVisible()
      const reset = await readMail(user.email, new RegExp(t('sign-in-mails:resetPassword.subject')))
      await page.goto(reset.links[0] ?? '')
      // The page removes the token from its URL.
      await arrived(page, '/reset-password')
      await hydrated(page)
      const password = 'fünf blaue Steine im Regen'
      const confirmation = page.locator('#passwordConfirmation')
      await page.locator('#password').fill(password)
      await page.getByRole('button', { name: t('sign-in:reset.submit') }).click()
      await expect(confirmation).toBeFocused()
      await expect(confirmation).toHaveAccessibleDescription(t('errors:required'))
      await confirmation.fill(password)
      await page.getByRole('button', { name: t('sign-in:reset.submit') }).click()
      await expect(page.getByText(t('sign-in:reset.doneText'))).toBeVisible()

      await open(page, '/dashboard/settings', language)
      await arrived(page, '/login')
      await page.locator('#email').fill(user.email)
      await page.locator('#password').fill(password)
      await page.getByRole('button', { name: t('sign-in:signIn.submit'), exact: true }).click()
      await arrived(page, '/dashboard/settings')
      await expect(page.locator('#firstName')).toHaveValue('Inés')
    })

    test('changes language and theme, hits an unknown path and an error, and carries on', async ({
      page,
      user,
      enter,
      watch,
    }) => {
      watch.expectProblem(/404|403|errors:forbidden/)
      await enter(user)
      await open(page, '/dashboard', language)
      await page.getByLabel(t('app:theme.label')).first().selectOption('dark')
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
      await expect(page.locator('html')).toHaveClass(/dark/)
      await page.getByLabel(t('app:language.label')).first().selectOption(next)
      await expect(page.locator('html')).toHaveAttribute('lang', next)
      const kept = () =>
        page.evaluate(() => [
          /(?:^|; )i18next=([^;]*)/.exec(document.cookie)?.[1],
          localStorage.getItem('i18nextLng'),
        ])
      await expect.poll(kept).toEqual([next, next])
      await page.getByLabel(textIn(next)('app:language.label')).first().selectOption(language)
      await expect.poll(kept).toEqual([language, language])

      await open(page, '/no/such/page', language)
      await expect(page.getByRole('heading', { name: t('app:notFound.title') })).toBeVisible()
      await page.getByRole('link', { name: t('app:notFound.home') }).click()
      await expect(page).toHaveURL(/:\d+\/(dashboard)?$/)

      await open(page, '/dashboard/settings', language)
      await page.route('**/api/trpc/*overview.read*', refuse)
      await page
        .getByRole('link', { name: t('app:nav.home'), exact: true })
        .first()
        .click()
      // The parts that failed say so, and the page is there.
      await expect(page.getByRole('heading', { level: 1, name: user.firstName })).toBeVisible()
      const failed = page
        .getByRole('alert')
        .filter({ hasText: t('errors:forbidden') })
        .first()
      await expect(failed).toContainText(t('app:error.requestId', { id: 'to-quote' }))
      await page.unroute('**/api/trpc/*overview.read*')
      const retries = page.getByRole('alert').getByRole('button', { name: t('app:error.retry') })
      for (let left = await retries.count(); left > 0; left--) {
        await retries.first().click()
        await expect(retries).toHaveCount(left - 1)
      }
      await expect(page.getByText(t('errors:forbidden'))).toHaveCount(0)
    })
  })
}
