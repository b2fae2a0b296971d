import type { Page } from '@playwright/test'
import { violations } from '@plinth/testing/browser/axe.ts'
import { call } from '@plinth/testing/browser/call.ts'
import { expect, hydrated } from '@plinth/testing/browser/fixtures.ts'
import { layoutShift } from '@plinth/testing/browser/measure-page.ts'
import { test } from '@plinth/testing/browser/team-fixtures.ts'
import { languages, tagOf, textIn } from '@plinth/testing/browser/texts.ts'

const open = async (page: Page) => {
  await page.goto('/dashboard')
  await hydrated(page)
}

test('the first step of a new user leads to the form of a post, and is listed as done afterwards', async ({
  page,
  enter,
  user,
}) => {
  const t = textIn('en')
  const steps = page.getByRole('region', { name: t('overview:steps.title') })
  await enter(user)
  await open(page)
  await steps.getByRole('link', { name: t('posts:home.firstPost.do') }).click()
  await expect(page.locator('#title')).toBeFocused()
  await call(page, 'posts.create', { title: 'The first', content: 'Words' })
  await open(page)
  await expect(steps.getByText(t('posts:home.firstPost.title'))).toBeHidden()
  await steps.locator('summary').click()
  await expect(steps.getByText(t('posts:home.firstPost.title'))).toBeVisible()
})

for (const language of languages) {
  const t = textIn(language)
  test(
    `a member reads recent activity in sentences and opens the post: ${language}`,
    tagOf(language),
    async ({ page, settleTeam }) => {
      const { guest } = await settleTeam({ firstName: 'Bo', lastName: 'Lind' })
      await call(page, 'posts.create', { title: 'Kiln opening', content: 'Thursday' })
      const { context, url } = { context: guest.page.context(), url: process.env.TEST_URL ?? '' }
      await context.addCookies([{ name: 'i18next', value: language, url }])
      await open(guest.page)
      const activity = guest.page.getByRole('region', { name: t('overview:activity.title') })
      await expect(
        activity.getByText(t('posts:home.activity.create', { name: 'Ida Noor', object: 'Kiln opening' })),
      ).toBeVisible()
      expect(await guest.page.evaluate(layoutShift)).toBe(0)
      expect(await violations(guest.page)).toEqual([])
      await activity.getByRole('link', { name: 'Kiln opening' }).click()
      await expect(guest.page.getByRole('heading', { name: 'Kiln opening', level: 1 })).toBeVisible()
    },
  )
}
