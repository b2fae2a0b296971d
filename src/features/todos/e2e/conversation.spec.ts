import type { Page } from '@playwright/test'
import { violations } from '@plinth/testing/browser/axe.ts'
import { tabTo } from '@plinth/testing/browser/by-keyboard.ts'
import { openConversation } from '@plinth/testing/browser/open-conversation.ts'
import { expect, reload, test } from '@plinth/testing/browser/fixtures.ts'
import { holdResponse } from '@plinth/testing/browser/hold-response.ts'
import { languages, tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { preferred } from '@plinth/testing/languages.ts'

// Without a feature that has conversations, these are skipped.

const entry = (page: Page) => page.locator('a[href="/dashboard/tanstack-db-example"]').first()
const nav = textIn('en')('todos:shell.nav')

for (const language of languages) {
  const t = textIn(language)
  test(
    `a command of a conversation adds a to-do after approval, and none if it is refused: ${language}`,
    tagOf(language),
    async ({ page, enter, user }) => {
      const addTodo = `/todo ${t('todos:chat.todo.example')}`
      await enter(user)
      const { send, answered, log, approve, refuse } = await openConversation(page, { language })
      await send(addTodo)
      await expect(log.getByText(t('todos:chat.approval.add'))).toBeVisible()
      expect(await violations(page), 'a pending approval').toEqual([])
      await refuse.click()
      await expect(refuse).toHaveCount(0)
      await answered()
      await expect(log.getByRole('link', { name: t('todos:chat.open') })).toHaveCount(0)
      await send(addTodo)
      await approve.click()
      await expect(log.getByRole('link', { name: t('todos:chat.open') })).toBeVisible()
      await reload(page)
      await expect(log.getByRole('link', { name: t('todos:chat.open') })).toBeVisible()
      await send('/todos')
      await expect(log.getByText(t('todos:chat.list'))).toBeVisible()
    },
  )
}

test('the sidebar counts a to-do as soon as a conversation has added it', async ({ page, enter, user }) => {
  await enter(user)
  const { send, approve } = await openConversation(page)
  await send('/todo Order clay')
  await expect(entry(page)).toHaveText(nav)
  await approve.click()
  await expect(entry(page)).toHaveText(`${nav}1`)
})

test('the sidebar counts a to-do of a response that ended after its page was left', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  const { send, approve } = await openConversation(page)
  await send('/todo Order clay')
  const answer = await holdResponse(page, /\/api\/chat\?/)
  await approve.click()
  await answer.handled
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(user.firstName)
  answer.release()
  await expect(entry(page)).toHaveText(`${nav}1`)
})

test('by keyboard alone: a command is chosen from the list, sent and approved', async ({
  page,
  enter,
  user,
}) => {
  const t = textIn(preferred('pt'))
  await enter(user)
  const { box, log, commands, approve } = await openConversation(page, { language: preferred('pt') })
  await tabTo(page, box)
  await page.keyboard.type('/')
  await expect(commands.filter({ hasText: t('todos:chat.todos.text') })).toHaveCount(1)
  expect(await violations(page), 'the list of commands').toEqual([])
  await page.keyboard.press('Escape')
  await expect(commands).toHaveCount(0)
  await page.keyboard.type('to')
  await expect(commands).toHaveText([/^\/todos/, /^\/todo/])
  await page.keyboard.press('ArrowDown')
  await expect(box).toHaveAttribute('aria-activedescendant', /-1$/)
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('/todo ')
  await expect(box).toBeFocused()
  await page.keyboard.type('Regar')
  await page.keyboard.press('Enter')
  await expect(approve).toBeVisible()
  await expect(log).toHaveAttribute('aria-busy', 'false')
  // Backwards from the field: past the actions of the response to the second of the two buttons.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(approve).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(log.getByRole('link', { name: t('todos:chat.open') })).toBeVisible()
  await expect(log).toHaveAttribute('aria-live', 'off')
})
