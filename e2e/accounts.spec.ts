import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { arrived, expect, hydrated, type Person, test } from './support/fixtures.ts'
import { tagOf, textIn, type Language } from './support/texts.ts'

const personCalled = (firstName: string): Person => ({
  firstName,
  lastName: 'Lux',
  email: `${firstName.toLowerCase()}.${randomBytes(5).toString('hex')}@example.org`,
  password: 'vier rote Ziegel am Fluss',
})
const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`

async function openAccounts(page: Page, language: Language, { firstName, lastName }: Person): Promise<void> {
  const name = textIn(language)('app:accounts.label', { name: `${firstName} ${lastName}` })
  await hydrated(page)
  await page.getByRole('button', { name }).click()
  await page.getByRole('menu').waitFor()
}

for (const language of ['en', 'pt'] as const) {
  test(
    `three accounts are added, switched and reloaded, and none is shown what another one wrote: ${language}`,
    tagOf(language),
    async ({ page, context, baseURL, enter, write }) => {
      const t = textIn(language)
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
      const people = ['Ana', 'Bento', 'Clara'].map(personCalled)
      for (const person of people) {
        await context.clearCookies({ name: /better-auth/ })
        await enter(person)
        await write(`Written by ${person.firstName}`)
      }
      await context.clearCookies({ name: /better-auth/ })

      const [ana, bento, clara] = people as [Person, Person, Person]
      const giveFirstFactor = async ({ email, password }: Person) => {
        await hydrated(page)
        await page.locator('#email').fill(email)
        await page.locator('#password').fill(password)
        await page.locator('#password').press('Enter')
        await arrived(page, '/dashboard')
      }
      const isShown = async (person: Person) => {
        await expect(page.getByRole('heading', { level: 1 })).toContainText(person.firstName)
        await expect(page.getByText(`Written by ${person.firstName}`).first()).toBeVisible()
        for (const other of people.filter((one) => one !== person))
          expect(await page.content()).not.toContain(`Written by ${other.firstName}`)
      }
      await page.goto('/login')
      await giveFirstFactor(ana)
      for (const [before, next] of [
        [ana, bento],
        [bento, clara],
      ] as const) {
        await openAccounts(page, language, before)
        await page.getByRole('menuitem', { name: t('app:accounts.add') }).click()
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
        await page.reload()
        await isShown(to)
      }
      // Four steps back, over two sign-in pages, lies what Ana looked at.
      for (let steps = 0; steps < 4; steps++) await page.goBack()
      await isShown(bento)

      await openAccounts(page, language, bento)
      const left = page.waitForEvent('load')
      await page.getByRole('menuitem', { name: t('app:accounts.signOutOne') }).click()
      await left
      await isShown(clara)
      await page.getByRole('button', { name: t('app:nav.signOut') }).click()
      await arrived(page, '/login')
      await page.goto('/dashboard')
      await expect(page).toHaveURL(/\/login/)
    },
  )
}

test('on a phone the accounts are in the menu of the top bar', async ({ page, context, enter }) => {
  const [ana, bento] = [personCalled('Ana'), personCalled('Bento')]
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
