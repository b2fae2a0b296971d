import { startModelServer, type ModelServer } from '@plinth/testing/servers/model-server.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { answered, box, button, generalPage, log, send, temporaryPage } from './chat-fixtures.ts'
import { expect, hydrated, reload, test as base } from '@plinth/testing/browser/fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

type OwnApp = { model: ModelServer; app: RunningApp }

// A separate application with a language model that each journey scripts.
const test = base.extend<object, OwnApp>({
  model: [
    async ({}, use) => {
      const model = await startModelServer()
      await use(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ model }, use) => {
      const app = await startApp({ env: { AI_MODEL: `compatible:test-model@${model.url}` } })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ app }, use) => use(app.url),
})
const t = textIn('en')
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at} `)

/** Runs in the page. Returns where an element is scrolled to, once it is the same in two frames. */
async function scrolledTo(element: Element): Promise<number> {
  for (let before = Number.NaN; ; before = element.scrollTop) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    if (element.scrollTop === before) return before
  }
}

// In one worker: a second one would start another application.
test.describe.configure({ mode: 'serial' })

test('a response continues through a reload and is stopped by Escape, here and at the model', async ({
  page,
  enter,
  user,
  model,
}) => {
  await enter(user)
  await page.goto(generalPage)
  await hydrated(page)
  const [beginning, rest] = [words(12), words(20).slice(12)]
  const reloaded = Promise.withResolvers<void>()
  // The rest comes after the reload, and the response never ends by itself.
  model.script({ text: [beginning.join(''), ...rest], waitFor: reloaded.promise, behave: 'hang' })
  await box(page).fill('Tell me all of it')
  await box(page).press('Enter')
  await expect(log(page).getByText(/word3 /)).toBeVisible()
  await expect(log(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page).toHaveURL(/thread=/)
  // In the list from its first message on.
  const list = page.getByRole('navigation', { name: t('chat:threads.title') })
  await expect(list.getByRole('link', { name: 'Tell me all of it' })).toBeVisible()
  await expect(page.getByTestId('stop-button')).toBeVisible()
  await reload(page)
  await expect(log(page).getByText(/word0 .*word11/)).toBeVisible()
  reloaded.resolve()
  await expect(log(page).getByText(/word0 .*word19/)).toBeVisible()
  await expect(log(page).getByRole('article')).toHaveCount(2)
  await expect(page.getByTestId('stop-button')).toBeVisible()
  // The key handler starts shortly after hydration.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('send-button')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(log(page).getByText(t('chat:message.stopped'))).toBeVisible()
  await expect.poll(() => model.requests.at(-1)?.aborted).toBe(true)
  await reload(page)
  await expect(log(page).getByText(/word0 .*word19/)).toBeVisible()
  await expect(log(page).getByText(t('chat:message.stopped'))).toBeVisible()
})

test('a failing model is named, with a retry and a fallback to the built-in model', async ({
  page,
  enter,
  user,
  model,
}) => {
  await enter(user)
  await page.goto(generalPage)
  await hydrated(page)
  model.script({ fail: { status: 503 } }, { text: 'Now it works.' }, { fail: { status: 401 } })
  await send(page, 'What is open?')
  await expect(
    log(page).getByText(t('ai:errors.unavailableWithReason', { model: 'test-model', reason: 'refused' })),
  ).toBeVisible()
  await button(page, t('chat:failure.retry')).click()
  await expect(log(page).getByText('Now it works.')).toBeVisible()
  await answered(page)
  await send(page, 'What is open?')
  await expect(log(page).getByText(t('ai:errors.unauthorized', { model: 'test-model' }))).toBeVisible()
  await reload(page)
  await button(page, t('chat:failure.builtIn')).click()
  await expect(log(page).getByText('/help')).toBeVisible()
})

test('reasoning that only a closing tag tells is shown apart while the answer streams', async ({
  page,
  enter,
  user,
  model,
}) => {
  await enter(user)
  await page.goto(generalPage)
  await hydrated(page)
  model.script({ text: ['A secret plan.', '</think>The answer', ' is 5.'], behave: 'hang' })
  await box(page).fill('Two and three?')
  await box(page).press('Enter')
  await expect(log(page).getByText('The answer is 5.', { exact: true })).toBeVisible()
  await expect(log(page)).toHaveAttribute('aria-busy', 'true')
  await expect(log(page).getByText('A secret plan.')).toBeHidden()
  await log(page).getByText(t('chat:message.reasoning')).click()
  await expect(log(page).getByText('A secret plan.', { exact: true })).toBeVisible()
  await page.getByTestId('stop-button').click()
})

test('scrolling up stops auto-scroll during a response; code can be copied; tables and lists are rendered', async ({
  page,
  enter,
  user,
  context,
  model,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(user)
  await page.goto(generalPage)
  await hydrated(page)
  const lines = words(300).map((word) => `${word}\n\n`)
  const [beginning, rest] = [lines.slice(0, 61), lines.slice(61)]
  const scrolled = Promise.withResolvers<void>()
  model.script({
    text: [
      `\`\`\`js\nconst a = 1\n\`\`\`\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n${beginning.join('')}`,
      ...rest,
    ],
    waitFor: scrolled.promise,
    pauseMs: 10,
  })
  await box(page).fill('Much')
  await box(page).press('Enter')
  await expect(log(page).getByText('word60', { exact: true })).toBeVisible()
  await log(page).hover()
  await page.mouse.wheel(0, -400)
  await expect(button(page, t('chat:transcript.newest'))).toBeVisible()
  const before = await log(page).evaluate(scrolledTo)
  scrolled.resolve()
  await expect(log(page).getByText('word120', { exact: true })).toBeAttached()
  expect(Math.abs((await log(page).evaluate((element) => element.scrollTop)) - before)).toBeLessThan(120)
  await button(page, t('chat:transcript.newest')).click()
  await answered(page)
  await expect(log(page).getByText('word299', { exact: true })).toBeInViewport()
  await expect(log(page).getByRole('cell', { name: '2' })).toBeAttached()
  await button(page, t('app:copy.code')).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const a = 1\n')
})

test('formulas in a response are rendered, also after a reload, and an invalid one is shown as plain text', async ({
  page,
  enter,
  user,
  model,
}) => {
  await enter(user)
  await page.goto(generalPage)
  await hydrated(page)
  const formulas = log(page).locator('math')
  model.script({
    text: ['The area is $\\pi', ' r^2$, and\n\n$$\\frac{a}{b}$$\n\n', 'but $\\nothing{x}$ is none.'],
  })
  await send(page, 'Formulas')
  await answered(page)
  await expect(formulas).toHaveCount(2)
  await expect(formulas.first()).toHaveText('πr2')
  await expect(formulas.last()).toHaveAttribute('display', 'block')
  await expect(log(page).getByText('$\\nothing{x}$')).toBeVisible()
  await reload(page)
  await expect(formulas).toHaveCount(2)
})

test('a long response is in the page as text, and rendered by the server once a job has parsed it', async ({
  page,
  enter,
  user,
  model,
}) => {
  await enter(user)
  await page.goto(generalPage)
  await hydrated(page)
  model.script({ text: [`**Sum**\n\n${words(3_000).join('')}`] })
  await send(page, 'Much')
  await answered(page)
  const html = async () => (await page.request.get(page.url())).text()
  expect(await html()).toMatch(/>\*\*Sum\*\*\n|<strong[^>]*>Sum</)
  await expect.poll(html).toMatch(/<strong[^>]*>Sum</)
  await reload(page)
  await expect(log(page).getByRole('strong')).toHaveText('Sum')
  await expect(log(page).getByText('**Sum**')).toHaveCount(0)
})

test('the temporary chat streams, is stopped, reports failures, and is gone after a reload', async ({
  page,
  enter,
  user,
  model,
}) => {
  await enter(user)
  await page.goto(temporaryPage)
  await hydrated(page)
  model.script({ text: words(12), behave: 'hang' }, { fail: { status: 503 } }, { text: 'Now it works.' })
  await box(page).fill('Tell me all of it')
  await box(page).press('Enter')
  await expect(log(page).getByText(/word3 /)).toBeVisible()
  await page.getByTestId('stop-button').click()
  await expect(page.getByTestId('send-button')).toBeVisible()
  await expect.poll(() => model.requests.at(-1)?.aborted).toBe(true)
  await box(page).fill('And?')
  await box(page).press('Enter')
  await expect(
    log(page).getByText(t('ai:errors.unavailableWithReason', { model: 'test-model', reason: 'refused' })),
  ).toBeVisible()
  await button(page, t('chat:failure.retry')).click()
  await expect(log(page).getByText('Now it works.')).toBeVisible()
  await reload(page)
  await expect(log(page).getByText(t('chat:empty.temporary'))).toBeVisible()
})
