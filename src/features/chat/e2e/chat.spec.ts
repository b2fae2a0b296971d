import { violations } from '@plinth/testing/browser/axe.ts'
import { call } from '@plinth/testing/browser/call.ts'
import {
  answered,
  box,
  button,
  chatPages,
  generalPage,
  temporaryPage,
  exported,
  log,
  openChat,
  send,
  speak,
} from './chat-fixtures.ts'
import { expect, isShown, reload, test } from '@plinth/testing/browser/fixtures.ts'
import { inDatabase } from '@plinth/testing/browser/in-database.ts'
import { languages, tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { preferredOf } from '@plinth/testing/languages.ts'

for (const language of languages) {
  const t = textIn(language)
  test(
    `without a key the pages respond, and a temporary conversation is gone after a reload: ${language}`,
    tagOf(language),
    async ({ page, enter, user }) => {
      await speak(page, language)
      await enter(user)
      await openChat(page, generalPage)
      await expect(page.getByText(t('chat:model.builtIn'))).toBeVisible()
      await send(page, '/help')
      await expect(page.getByText(t('chat:transcript.done'))).toBeAttached()
      await expect(page).toHaveURL(/thread=/)
      await openChat(page, temporaryPage)
      await send(page, '/help')
      await reload(page)
      await expect(log(page).getByText(t('chat:empty.temporary'))).toBeVisible()
    },
  )
}

test('a command is chosen with the pointer, and one without text is sent immediately', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await openChat(page, generalPage)
  await box(page).pressSequentially('/')
  await page.getByRole('option', { name: /^\/help/ }).click()
  await answered(page)
  await expect(log(page).getByRole('article')).toHaveCount(2)
})

test('the pages break no accessibility rule: with a response, with their sheets on a phone', async ({
  page,
  enter,
  user,
}) => {
  const t = textIn('en')
  await enter(user)
  for (const path of chatPages) {
    await openChat(page, path)
    await send(page, '/help')
    expect(await violations(page), `${path}, answered`).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await openChat(page, generalPage)
  await button(page, t('chat:threads.open')).click()
  await page.getByRole('dialog').waitFor()
  expect(await violations(page), 'the sheet of the threads').toEqual([])
  // Escape clears the search first.
  const search = page.getByRole('dialog').getByRole('searchbox')
  await search.fill('kiln')
  await search.press('Escape')
  await expect(search).toHaveValue('')
  await expect(page.getByRole('dialog')).toBeVisible()
  await search.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const language of preferredOf('en', 'de')) {
  const t = textIn(language)
  test(
    `threads are found, renamed, deleted and restored, also in a phone's sheet: ${language}`,
    tagOf(language),
    async ({ page, enter, user }) => {
      await speak(page, language)
      await enter(user)
      await openChat(page, generalPage)
      await send(page, 'Zinc')
      await page
        .getByRole('link', { name: t('chat:threads.new') })
        .first()
        .click()
      await expect(log(page).getByRole('article')).toHaveCount(0)
      await send(page, 'Cobalt')
      const list = page.getByRole('navigation', { name: t('chat:threads.title') })
      await expect(list.getByRole('listitem')).toHaveCount(2)
      // Each thread has its own draft; sent text is not a draft.
      await box(page).fill('Unsent')
      await list.getByRole('link', { name: 'Zinc' }).click()
      await expect(log(page)).toContainText('Zinc')
      await expect(box(page)).toHaveValue('')
      await list.getByRole('link', { name: 'Cobalt' }).click()
      await expect(box(page)).toHaveValue('Unsent')
      await box(page).fill('')
      await button(page, `${t('app:menu.actions')} Zinc`).click()
      await page.getByRole('menuitem', { name: t('chat:threads.rename') }).click()
      await page.locator('#title').fill('Zinnober')
      await button(page, t('chat:rename.submit')).click()
      await expect(list.getByRole('link', { name: 'Zinnober' })).toBeVisible()
      await page.getByRole('searchbox', { name: t('chat:threads.search') }).fill('zinno')
      await expect(list.getByRole('listitem')).toHaveCount(1)
      await list.getByRole('link', { name: 'Zinnober' }).click()
      await expect(page.getByRole('heading', { name: 'Zinnober' })).toBeVisible()
      await page.setViewportSize({ width: 360, height: 740 })
      await button(page, t('chat:threads.open')).click()
      const sheet = page.getByRole('dialog')
      await button(sheet, `${t('app:menu.actions')} Zinnober`).click()
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
  await send(page, 'Zinc')
  await inDatabase(
    `update limit_counter set count = 17 where key = (select 'chat.message:' || id from "user" where email = $1)`,
    [user.email],
  )
  await box(page).fill('Cobalt')
  await box(page).press('Enter')
  const said = page.getByText(t('chat:usage.near'))
  await expect(said).toBeVisible()
  await answered(page)
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
  const t = textIn('en')
  await enter(user)
  await openChat(page, generalPage)
  await send(page, 'Which glaze?')
  const markdown = await exported(page, { title: 'Which glaze?', entry: t('chat:threads.asMarkdown') })
  expect(markdown.name).toBe('Which glaze.md')
  expect(markdown.text).toContain('# Which glaze?')
  expect(markdown.text).toContain('> Which glaze?')
  const json = await exported(page, { title: 'Which glaze?', entry: t('chat:threads.asJson') })
  expect(JSON.parse(json.text)).toMatchObject({
    title: 'Which glaze?',
    messages: [{ role: 'user' }, { role: 'assistant', model: { isBuiltIn: true } }],
  })
})

test('a message is edited and regenerated, and every version can be selected', async ({
  page,
  enter,
  user,
}) => {
  const t = textIn('en')
  await enter(user)
  await openChat(page, generalPage)
  await send(page, 'Zinc')
  await button(page, t('chat:message.edit')).click()
  await page.locator('textarea[name=edited]').fill('Cobalt')
  await page.keyboard.press('Enter')
  await answered(page)
  await expect(log(page).getByText(t('chat:versions.place', { at: '2', of: '2' }))).toBeVisible()
  await expect(log(page).getByText('Cobalt', { exact: true })).toBeVisible()
  await button(page, t('chat:message.regenerate')).click()
  await expect(log(page).getByText(t('chat:versions.place', { at: '2', of: '2' }))).toHaveCount(2)
  await answered(page)
  await button(page, t('chat:versions.previous')).first().click()
  await expect(log(page).getByText('Zinc', { exact: true })).toBeVisible()
  await expect(log(page).getByText('Cobalt', { exact: true })).toHaveCount(0)
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
  await send(page, 'Zinc')
  await call(page, 'chats.delete', { id: new URL(page.url()).searchParams.get('thread') ?? '' })
  await box(page).fill('Cobalt')
  await box(page).press('Enter')
  await expect(page.getByText(t('chat:failure.gone'))).toBeVisible()
  await button(page, t('chat:failure.takeBack')).click()
  await expect(box(page)).toHaveValue('Cobalt')
})

test('Enter that confirms an input method sends nothing, and a long paste stays whole until it is short enough', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await openChat(page, generalPage)
  await box(page).fill('こんにちは')
  // As Safari says it: without `isComposing`.
  await box(page).dispatchEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 229, bubbles: true })
  await expect(box(page)).toHaveValue('こんにちは')
  await expect(log(page).getByRole('article')).toHaveCount(0)

  const long = 'kiln '.repeat(12_000)
  await box(page).fill(long)
  await expect(box(page)).toHaveValue(long)
  await expect(box(page)).toHaveAccessibleDescription(/60.?000/)
  await box(page).press('Enter')
  await expect(log(page).getByRole('article')).toHaveCount(0)
  await expect(box(page)).toHaveValue(long)
  await box(page).fill('/help')
  await box(page).press('Enter')
  await answered(page)
  await expect(log(page).getByRole('article')).toHaveCount(2)
})

test('what acts on a message is seen on hover and focus', async ({ page, enter, user }) => {
  const t = textIn('en')
  await enter(user)
  await openChat(page, generalPage)
  await send(page, '/help')
  const answer = log(page).getByRole('article').last()
  const copy = answer.getByRole('button', { name: t('chat:message.copy') })
  const opacity = () => copy.evaluate((part) => getComputedStyle(part.parentElement ?? part).opacity)
  await box(page).hover()
  await expect.poll(opacity).toBe('0')
  await answer.hover()
  await expect.poll(opacity).toBe('1')
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } })

  test('the bars above a chat take 120 px at most, and a message has a menu', async ({
    page,
    enter,
    user,
  }) => {
    const t = textIn('en')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await enter(user)
    await openChat(page, generalPage)
    await send(page, '/help')
    const top = await page.locator('header').first().boundingBox()
    const bar = await page.locator('main header').boundingBox()
    expect((bar?.y ?? Infinity) + (bar?.height ?? 0) - (top?.y ?? 0)).toBeLessThanOrEqual(120)
    const message = log(page).getByRole('article').first()
    await expect(message.getByRole('button')).toHaveCount(1)
    await message.getByRole('button', { name: t('app:menu.actions') }).tap()
    await page.getByRole('menuitem', { name: t('chat:message.copy') }).tap()
    await expect(page.getByText(t('app:copy.done'))).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('/help')
  })
})
