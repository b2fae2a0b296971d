import type { Page } from '@playwright/test'
import { violations } from '@plinth/testing/browser/axe.ts'
import { call } from '@plinth/testing/browser/call.ts'
import { expect, hydrated, reload } from '@plinth/testing/browser/fixtures.ts'
import { open, withoutLiveUpdates } from '@plinth/testing/browser/session-fixtures.ts'
import { test } from '@plinth/testing/browser/team-fixtures.ts'
import { tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { preferred, preferredOf } from '@plinth/testing/languages.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const banner = (page: Page) => page.locator('form').getByRole('status')

/** Opens the form of a new post, and follows changes of others. */
async function edit(page: Page, content = 'Doors open at six. Bring a cup.'): Promise<string> {
  const { id } = await call<{ id: string }>(page, 'posts.create', { title: 'Kiln opening', content })
  const listening = page.waitForResponse(/posts\.changes/)
  await open(page, `/dashboard/posts/${id}?edit=true`)
  await listening
  return id
}

for (const language of preferredOf('en', 'pt')) {
  const t = textIn(language)
  test(
    `what somebody else saves meanwhile shows at the form: unedited fields follow, edited ones are decided: ${language}`,
    tagOf(language),
    async ({ page, settleTeam }) => {
      const { guest } = await settleTeam({}, 'admin')
      await page.context().addCookies([{ name: 'i18next', value: language, url: process.env.TEST_URL ?? '' }])
      const id = await edit(page)
      const name = `${guest.user.firstName} ${guest.user.lastName}`
      const save = (title: string, content: string) =>
        call(guest.page, 'posts.update', { id, title, content })

      await save('Kiln opening on Friday', 'Doors open at six. Bring a cup.')
      await expect(page.locator('#title')).toHaveValue('Kiln opening on Friday')
      await expect(banner(page)).toContainText(t('conflict:saved', { name }))
      await expect(banner(page)).toContainText(t('conflict:followed'))

      await page.locator('#content').fill('Doors open at seven. Bring a cup.')
      await save('Kiln opening on Saturday', 'Doors open at six. Bring two cups.')
      await expect(banner(page)).toContainText(
        t('conflict:differs', { fields: t('posts:form.contentLabel') }),
      )
      await expect(page.locator('#title')).toHaveValue('Kiln opening on Saturday')
      await expect(page.locator('#content')).toHaveValue('Doors open at seven. Bring a cup.')
      await save('Kiln opening on Sunday', 'Doors open at six. Bring two cups.')
      await expect(page.locator('#title')).toHaveValue('Kiln opening on Sunday')
      await expect(banner(page)).toContainText(
        t('conflict:differs', { fields: t('posts:form.contentLabel') }),
      )
      expect(await violations(page)).toEqual([])

      await button(page, t('conflict:compare')).click()
      await expect(page.getByRole('dialog').locator('mark')).toHaveText([
        'seven.',
        'a cup.',
        'six.',
        'two cups.',
      ])
      expect(await violations(page, '[role=dialog]')).toEqual([])
      await page.keyboard.press('Escape')
      await expect(button(page, t('conflict:compare'))).toBeFocused()

      await button(page, t('conflict:take')).click()
      await expect(page.locator('#content')).toHaveValue('Doors open at six. Bring two cups.')
      await button(page, t('conflict:undo')).click()
      await expect(page.locator('#content')).toHaveValue('Doors open at seven. Bring a cup.')
      await button(page, t('posts:edit.submit')).click()
      await expect(page.getByText('Doors open at seven.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Kiln opening on Sunday', level: 1 })).toBeVisible()
    },
  )
}

test('a save that is refused because of a newer version leads to the banner, and a draft of it too', async ({
  page,
  settle,
  watch,
}) => {
  const t = textIn(preferred('en'))
  watch.expectProblem(/409|posts\.changes/)
  await settle()
  const { id } = await call<{ id: string }>(page, 'posts.create', { title: 'Rota', content: 'Nobody' })
  await withoutLiveUpdates(page)
  await open(page, `/dashboard/posts/${id}?edit=true`)
  await page.locator('#content').fill('My words')
  await call(page, 'posts.update', { id, title: 'Rota', content: 'Their words' })
  await button(page, t('posts:edit.submit')).click()
  await expect(banner(page)).toContainText(t('conflict:savedByYou'))
  await expect(banner(page)).toBeFocused()
  await expect(page.locator('#content')).toHaveValue('My words')

  await reload(page)
  await hydrated(page)
  await expect(page.locator('#content')).toHaveValue('My words')
  await expect(button(page, t('conflict:keep'))).toBeVisible()
  await button(page, t('conflict:keep')).click()
  await expect(banner(page)).toHaveText(t('conflict:kept'))
  await button(page, t('posts:edit.submit')).click()
  await expect(page.getByText('My words')).toBeVisible()
})
