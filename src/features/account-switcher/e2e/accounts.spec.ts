import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { arrived, expect, hydrated, type User, reload, test } from '@plinth/testing/browser/fixtures.ts'
import { holdScripts } from '@plinth/testing/browser/hold-scripts.ts'
import { tagOf, textIn, type Language } from '@plinth/testing/browser/texts.ts'
import { preferredOf } from '@plinth/testing/languages.ts'

const userCalled = (firstName: string): User => ({
  firstName,
  lastName: 'Lux',
  email: `${firstName.toLowerCase()}.${randomBytes(5).toString('hex')}@example.org`,
  password: 'vier rote Ziegel am Fluss',
})
const fullName = ({ firstName, lastName }: User) => `${firstName} ${lastName}`

async function openAccounts(page: Page, language: Language, { firstName, lastName }: User): Promise<void> {
  const name = textIn(language)('app:accounts.label', { name: `${firstName} ${lastName}` })
  await hydrated(page)
  await page.getByRole('button', { name }).click()
  await page.getByRole('menu').waitFor()
}

for (const language of preferredOf('en', 'pt')) {
  test(
    `three accounts are added, switched and reloaded, and none sees another's data: ${language}`,
    tagOf(language),
    async ({ page, context, baseURL, enter, watch }) => {
      const t = textIn(language)
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
      const users = ['Ana', 'Bento', 'Clara'].map(userCalled)
      for (const user of users) {
        await context.clearCookies({ name: /better-auth/ })
        await enter(user)
      }
      await context.clearCookies({ name: /better-auth/ })

      const [ana, bento, clara] = users as [User, User, User]
      const giveFirstFactor = async ({ email, password }: User) => {
        await hydrated(page)
        await page.locator('#email').fill(email)
        await page.locator('#password').fill(password)
        await page.locator('#password').press('Enter')
        await arrived(page, '/dashboard')
      }
      const isShown = async (user: User) => {
        await expect(page.getByRole('heading', { level: 1 })).toContainText(user.firstName)
        // The banner of an unverified address.
        await expect(page.getByText(user.email).first()).toBeVisible()
        for (const other of users.filter((one) => one !== user))
          await expect(page.getByText(other.email)).toHaveCount(0)
      }
      await page.goto('/login')
      await giveFirstFactor(ana)
      for (const [before, next] of [
        [ana, bento],
        [bento, clara],
      ] as const) {
        await openAccounts(page, language, before)
        await page.getByRole('menuitem', { name: t('account-switcher:shell.add') }).click()
        await expect(page.getByRole('heading', { name: t('sign-in:signIn.addTitle') })).toBeVisible()
        await giveFirstFactor(next)
        await isShown(next)
      }

      for (const [from, to] of [
        [clara, ana],
        [ana, bento],
      ] as const) {
        await openAccounts(page, language, from)
        const loaded = page.waitForEvent('load')
        await page.getByRole('menuitem', { name: new RegExp(fullName(to)) }).click()
        await loaded
        await isShown(to)
        await reload(page)
        await isShown(to)
      }
      // Four steps back, past two sign-in pages, is the page Ana looked at.
      for (let steps = 0; steps < 4; steps++) await page.goBack()
      await isShown(bento)

      await openAccounts(page, language, bento)
      const left = page.waitForEvent('load')
      await page.getByRole('menuitem', { name: t('account-switcher:shell.signOutOne') }).click()
      await left
      await isShown(clara)
      await hydrated(page)
      // Requests in flight when the session ended are rejected.
      watch.expectProblem(/401|signInFirst/)
      await page.getByRole('button', { name: t('app:nav.signOut') }).click()
      await arrived(page, '/login')
      await page.goto('/dashboard')
      await expect(page).toHaveURL(/\/login/)
    },
  )
}

test('on a phone the accounts are in the menu of the top bar', async ({ page, context, enter }) => {
  const [ana, bento] = [userCalled('Ana'), userCalled('Bento')]
  await page.setViewportSize({ width: 375, height: 700 })
  await enter(ana)
  await enter(bento)
  expect((await context.cookies()).length).toBeGreaterThan(2)
  await page.goto('/dashboard')
  await hydrated(page)
  await openAccounts(page, 'en', bento)
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: /Ana Lux/ }).click()
  await loaded
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana')
})

test('the menu opens although its button was pressed before the script had loaded', async ({
  page,
  user,
  enter,
}) => {
  await enter(user)
  const release = await holdScripts(page)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await page.getByRole('button', { name: `Account: ${user.firstName}` }).click()
  release()
  await expect(page.getByRole('menu', { name: 'Switch account' })).toBeVisible()
})
