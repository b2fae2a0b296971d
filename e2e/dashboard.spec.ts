import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { call } from './support/call.ts'
import { expect, hydrated, newWord } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { layoutShift } from './support/measure-page.ts'
import { test } from './support/organization-fixtures.ts'
import { tagOf, textIn } from './support/texts.ts'

const steps = (page: Page) => page.getByRole('region', { name: textIn('en')('overview:steps.title') })
const open = async (page: Page, path = '/dashboard') => {
  await page.goto(path)
  await hydrated(page)
}

test('the next steps complete themselves and disappear after the last one', async ({
  page,
  enter,
  user,
  readMail,
}) => {
  const t = textIn('en')
  await enter(user)
  await open(page)
  await expect(steps(page).getByText(t('overview:steps.done', { done: '0', all: '4' }))).toBeVisible()
  await steps(page)
    .getByRole('link', { name: t('posts:home.firstPost.do') })
    .click()
  await expect(page.locator('#title')).toBeFocused()
  await call(page, 'posts.create', { title: 'The first', content: 'Words' })
  await page.request.get((await readMail(user.email, /./)).links[0] ?? '')
  // Verifying the address removes passkeys added before.
  await inDatabase(
    `insert into passkey (id, public_key, user_id, credential_id, counter, device_type, backed_up)
     select $1, 'key', id, $1, 0, 'singleDevice', false from "user" where email = $2`,
    [randomUUID(), user.email],
  )
  await open(page)
  await expect(steps(page).getByText(t('overview:steps.done', { done: '3', all: '4' }))).toBeVisible()
  await steps(page)
    .getByRole('button', { name: t('organizations:home.organization.do') })
    .click()
  await expect(page.getByRole('dialog').locator('#name')).toBeVisible()
  await call(page, 'organizations.create', { name: 'Kiln', slug: `kiln-${newWord()}` })
  await open(page)
  await expect(steps(page).getByText(t('organizations:home.invite.title'))).toBeVisible()
  await expect(steps(page).getByText(t('posts:home.firstPost.title'))).toBeHidden()
  await steps(page)
    .getByText(t('overview:steps.done', { done: '3', all: '4' }))
    .click()
  await expect(steps(page).getByText(t('posts:home.firstPost.title'))).toBeVisible()
  await call(page, 'organizations.invite', { email: `guest.${newWord()}@example.org`, role: 'member' })
  await open(page)
  await expect(steps(page)).toHaveCount(0)
})

for (const language of ['en', 'de', 'es', 'pt'] as const) {
  const t = textIn(language)
  test(
    `a member reads recent activity in sentences and opens the post: ${language}`,
    tagOf(language),
    async ({ page, settleTeam }) => {
      const { guest } = await settleTeam({ firstName: 'Bo', lastName: 'Lind' })
      await call(page, 'posts.create', { title: 'Kiln opening', content: 'Thursday' })
      const { context, url } = { context: guest.page.context(), url: process.env.PLINTH_URL ?? '' }
      await context.addCookies([{ name: 'i18next', value: language, url }])
      await open(guest.page)
      const activity = guest.page.getByRole('region', { name: t('overview:activity.title') })
      await expect(
        activity.getByText(t('posts:home.activity.create', { name: 'Ida Noor', object: 'Kiln opening' })),
      ).toBeVisible()
      await expect(
        activity.getByText(t('organizations:home.activity.accept', { name: 'Bo Lind' })),
      ).toBeVisible()
      await expect(
        activity.getByText(t('organizations:home.activity.create', { name: 'Ida Noor' })),
      ).toBeVisible()
      expect(await guest.page.evaluate(layoutShift)).toBe(0)
      expect(await violations(guest.page)).toEqual([])
      await activity.getByRole('link', { name: 'Kiln opening' }).click()
      await expect(guest.page.getByRole('heading', { name: 'Kiln opening', level: 1 })).toBeVisible()
    },
  )
}
