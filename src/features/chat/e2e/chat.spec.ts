import type { Page } from '@playwright/test'
import { violations } from '../../../../e2e/support/axe.ts'
import { tabTo } from '../../../../e2e/support/by-keyboard.ts'
import { call } from '../../../../e2e/support/call.ts'
import {
  answered,
  box,
  button,
  chatPages,
  generalPage,
  temporaryPage,
  exported,
  log,
  needsTools,
  openChat,
  send,
  speak,
} from './chat-fixtures.ts'
import { expect, hydrated, isShown, test } from '../../../../e2e/support/fixtures.ts'
import { holdResponse } from '../../../../e2e/support/hold-response.ts'
import { inDatabase } from '../../../../e2e/support/in-database.ts'
import { languages, tagOf, textIn } from '../../../../e2e/support/texts.ts'

for (const language of languages) {
  const t = textIn(language)
  test(
    `without a key the pages respond: commands write and look up posts and add a to-do after approval: ${language}`,
    tagOf(language),
    async ({ page, enter, user }) => {
      needsTools('searchPosts', 'createPost', 'addTodo')
      await speak(page, language)
      await enter(user)
      const addTodo = `/todo ${t('chat:suggestions.todo.text')}`
      await openChat(page, generalPage)
      await expect(page.getByText(t('chat:model.builtIn'))).toBeVisible()
      await send(page, '/post Kiln opening on Thursday')
      await button(page, t('chat:approval.approve')).click()
      await answered(page)
      await openChat(page, generalPage)
      await log(page)
        .getByRole('button', { name: t('posts:chat.posts.title') })
        .click()
      await answered(page)
      await expect(log(page).getByText(t('posts:chat.newest'))).toBeVisible()
      await expect(log(page).getByText('Kiln opening on Thursday').first()).toBeVisible()
      await expect(page).toHaveURL(/thread=/)
      await send(page, addTodo)
      await expect(log(page).getByText(t('todos:chat.approval.add'))).toBeVisible()
      await button(page, t('chat:approval.refuse')).click()
      await expect(log(page).getByText(t('chat:tools.refused'))).toBeVisible()
      await answered(page)
      await send(page, addTodo)
      await button(page, t('chat:approval.approve')).click()
      await expect(log(page).getByRole('link', { name: t('todos:chat.open') })).toBeVisible()
      await page.reload()
      await hydrated(page)
      await expect(log(page).getByRole('link', { name: t('todos:chat.open') })).toBeVisible()
      await openChat(page, temporaryPage)
      await send(page, '/posts')
      await expect(log(page).getByText('Kiln opening on Thursday').first()).toBeVisible()
      await page.reload()
      await hydrated(page)
      await expect(log(page).getByText(t('chat:empty.temporary'))).toBeVisible()
    },
  )
}

/** Entries of the sidebar that end with a number. */
const counted = (page: Page) => page.getByRole('complementary').getByRole('link').filter({ hasText: /\d$/ })

test('the sidebar counts a to-do as soon as the chat has added it', async ({ page, enter, user }) => {
  needsTools('addTodo')
  const t = textIn('en')
  await enter(user)
  await openChat(page, generalPage)
  await send(page, '/todo Order clay')
  await expect(counted(page)).toHaveCount(0)
  await button(page, t('chat:approval.approve')).click()
  await expect(counted(page)).toHaveText([/1$/])
})

test('the sidebar counts a to-do of a response that ended after its page was left', async ({
  page,
  enter,
  user,
}) => {
  needsTools('addTodo')
  const t = textIn('en')
  await enter(user)
  await openChat(page, generalPage)
  await send(page, '/todo Order clay')
  const answer = await holdResponse(page, /\/api\/chat\?/)
  await button(page, t('chat:approval.approve')).click()
  await answer.handled
  await page
    .getByRole('link', { name: t('app:nav.home'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(user.firstName)
  answer.release()
  await expect(counted(page)).toHaveText([/1$/])
})

test('by keyboard alone: a command is chosen from the list, sent and approved', async ({
  page,
  enter,
  user,
}) => {
  needsTools('searchPosts', 'createPost', 'listTodos', 'addTodo')
  const t = textIn('pt')
  await speak(page, 'pt')
  await enter(user)
  await openChat(page, generalPage)
  await tabTo(page, box(page))
  const options = page.getByRole('listbox', { name: t('chat:commands.label') }).getByRole('option')
  await page.keyboard.type('/')
  await expect(options).toHaveCount(5)
  await expect(options.first()).toContainText(t('posts:chat.posts.text'))
  expect(await violations(page), 'the list of commands').toEqual([])
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await page.keyboard.type('to')
  await expect(options).toHaveText([/^\/todos/, /^\/todo/])
  await page.keyboard.press('ArrowDown')
  await expect(box(page)).toHaveAttribute('aria-activedescendant', /-1$/)
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('/todo ')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('Regar')
  await page.keyboard.press('Enter')
  await answered(page)
  // Backwards from the field: past the actions of the response to the second of the two buttons.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(button(page, t('chat:approval.approve'))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(log(page).getByRole('link', { name: t('todos:chat.open') })).toBeVisible()
  await expect(log(page)).toHaveAttribute('aria-live', 'off')
  await expect(page.getByText(t('chat:transcript.done'))).toBeAttached()
})

test('a command is chosen with the pointer, and one without text is sent immediately', async ({
  page,
  enter,
  user,
}) => {
  needsTools('listTodos')
  await enter(user)
  await openChat(page, generalPage)
  await box(page).pressSequentially('/')
  await page.getByRole('option', { name: /^\/todos/ }).click()
  await answered(page)
  await expect(log(page).getByText(textIn('en')('todos:chat.list'))).toBeVisible()
})

test('the three pages break no accessibility rule: with a response, with a pending approval, with their sheets on a phone', async ({
  page,
  enter,
  user,
}) => {
  needsTools('createPost')
  const t = textIn('en')
  await enter(user)
  for (const path of chatPages) {
    await openChat(page, path)
    await send(page, '/post Notes')
    expect(await violations(page), `${path}, answered`).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await button(page, t('chat:threads.open')).click()
  await page.getByRole('dialog').waitFor()
  expect(await violations(page), 'the sheet of the threads').toEqual([])
})

for (const language of ['en', 'de'] as const) {
  const t = textIn(language)
  test(
    `threads are found, renamed, deleted and restored, also in a phone's sheet: ${language}`,
    tagOf(language),
    async ({ page, enter, user }) => {
      await speak(page, language)
      await enter(user)
      await openChat(page, generalPage)
      await send(page, '/todos')
      await page
        .getByRole('link', { name: t('chat:threads.new') })
        .first()
        .click()
      await expect(log(page).getByRole('article')).toHaveCount(0)
      await send(page, '/posts')
      const list = page.getByRole('navigation', { name: t('chat:threads.title') })
      await expect(list.getByRole('listitem')).toHaveCount(2)
      // Each thread has its own draft; sent text is not a draft.
      await box(page).fill('Unsent')
      await list.getByRole('link', { name: '/todos' }).click()
      await expect(log(page)).toContainText('/todos')
      await expect(box(page)).toHaveValue('')
      await list.getByRole('link', { name: '/posts' }).click()
      await expect(box(page)).toHaveValue('Unsent')
      await box(page).fill('')
      await button(page, t('chat:threads.menu', { title: '/todos' })).click()
      await page.getByRole('menuitem', { name: t('chat:threads.rename') }).click()
      await page.locator('#title').fill('Zinnober')
      await button(page, t('chat:rename.submit')).click()
      await expect(list.getByRole('link', { name: 'Zinnober' })).toBeVisible()
      await page.getByRole('searchbox', { name: t('chat:threads.search') }).fill('zinn')
      await expect(list.getByRole('listitem')).toHaveCount(1)
      await list.getByRole('link', { name: 'Zinnober' }).click()
      await expect(page.getByRole('heading', { name: 'Zinnober' })).toBeVisible()
      await page.setViewportSize({ width: 360, height: 740 })
      await button(page, t('chat:threads.open')).click()
      const sheet = page.getByRole('dialog')
      await button(sheet, t('chat:threads.menu', { title: 'Zinnober' })).click()
      await page.getByRole('menuitem', { name: t('chat:threads.delete') }).click()
      await expect(page).not.toHaveURL(/thread=/)
      await isShown(page)
      await button(page, t('chat:threads.undo')).click()
      await expect(page.getByText(t('chat:threads.restored'))).toBeVisible()
      await expect(sheet.getByRole('link', { name: 'Zinnober' })).toBeVisible()
    },
  )
}

test('a nearly exhausted limit is announced once, not again in the next thread', async ({
  page,
  enter,
  user,
}) => {
  const t = textIn('en')
  await enter(user)
  await openChat(page, generalPage)
  await send(page, '/todos')
  await inDatabase(
    `update limit_counter set count = 17 where key = (select 'chat.message:' || id from "user" where email = $1)`,
    [user.email],
  )
  await send(page, '/posts')
  const said = page.getByText(t('chat:usage.near'))
  await expect(said).toBeVisible()
  await expect(said).toHaveCount(0)
  await page
    .getByRole('link', { name: t('chat:threads.new') })
    .first()
    .click()
  await expect(log(page).getByRole('article')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await expect(said).toHaveCount(0)
})

test('a chat is exported as Markdown and as JSON', async ({ page, enter, user }) => {
  needsTools('searchPosts')
  const t = textIn('en')
  await enter(user)
  await openChat(page, generalPage)
  await send(page, '/posts')
  const markdown = await exported(page, { title: '/posts', entry: t('chat:threads.asMarkdown') })
  expect(markdown.name).toBe('posts.md')
  expect(markdown.text).toContain('# /posts')
  expect(markdown.text).toContain('> /posts')
  expect(markdown.text).toContain(t('chat:tools.newestPosts'))
  const json = await exported(page, { title: '/posts', entry: t('chat:threads.asJson') })
  expect(JSON.parse(json.text)).toMatchObject({
    title: '/posts',
    messages: [{ role: 'user' }, { role: 'assistant', model: { isBuiltIn: true } }],
  })
})

test('a message is edited and regenerated, and every version can be selected', async ({
  page,
  enter,
  user,
}) => {
  needsTools('searchPosts', 'listTodos')
  const t = textIn('en')
  await enter(user)
  await openChat(page, generalPage)
  await send(page, '/todos')
  await button(page, t('chat:message.edit')).click()
  await page.locator('textarea[name=edited]').fill('/posts')
  await page.keyboard.press('Enter')
  await answered(page)
  await expect(log(page).getByText(t('chat:versions.place', { at: '2', of: '2' }))).toBeVisible()
  await expect(log(page).getByText(t('posts:chat.newest'))).toBeVisible()
  await button(page, t('chat:message.regenerate')).click()
  await expect(log(page).getByText(t('chat:versions.place', { at: '2', of: '2' }))).toHaveCount(2)
  await answered(page)
  await button(page, t('chat:versions.previous')).first().click()
  await expect(log(page).getByText('/todos')).toBeVisible()
  await expect(log(page).getByText(t('todos:chat.list'))).toBeVisible()
})

test('a chat deleted elsewhere is reported when it is continued, and the text is not lost', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/404|errors:notFound/)
  const t = textIn('en')
  await enter(user)
  await openChat(page, generalPage)
  await send(page, '/todos')
  await call(page, 'chats.delete', { id: new URL(page.url()).searchParams.get('thread') ?? '' })
  await box(page).fill('/posts')
  await box(page).press('Enter')
  await expect(page.getByText(t('chat:failure.gone'))).toBeVisible()
  await button(page, t('chat:failure.takeBack')).click()
  await expect(box(page)).toHaveValue('/posts')
})
