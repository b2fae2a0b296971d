import { chromium, type Browser, type Page } from '@playwright/test'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { browserOptions } from '@plinth/testing/runner/system-browser.mjs'
import { startDev, type RunningDev } from '@plinth/testing/programs/running-dev.ts'

const seen = { timeout: 120_000, interval: 200 }
const PAGE = 'src/routes/_public/broken.tsx'
const source = `import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_public/broken')({
  loader: ({ location }) => {
    if (location.hash === 'never') throw new Error('from the loader')
  },
  component: Broken,
  staticData: { access: 'public' },
})

function Broken() {
  if (1 > 2) throw new Error('from the component')
  return <h1>It works</h1>
}
`

let dev: RunningDev
let browser: Browser

beforeAll(async () => {
  dev = await startDev({}, [])
  atEnd(() => dev.stop())
  browser = await chromium.launch(browserOptions())
  atEnd(() => browser.close())
  dev.write(PAGE, source)
})

test('a component that throws shows message, place in the source and id, under which the log has it', async () => {
  await answers(200)
  onTestFinished(dev.edit(PAGE, '1 > 2', '1 < 2'))
  const page = await openBroken(500)
  const shown = page.getByRole('alert').locator('pre')
  await expect
    .poll(() => shown.textContent(), seen)
    .toMatch(/Error: from the component\s+at Broken \(src\/routes\/_public\/broken\.tsx:12:\d+\)$/)
  const [, id] = /ID: (\S+)/.exec((await shown.textContent()) ?? '') ?? []
  await expect
    .poll(() => dev.output(), seen)
    .toMatch(new RegExp(`from the component.*broken.tsx:12.*"requestId":"${id}"`))
})

test('a loader that throws shows the same', async () => {
  await answers(200)
  onTestFinished(dev.edit(PAGE, `location.hash === 'never'`, 'location'))
  const page = await openBroken(500)
  const shown = page.getByRole('alert').locator('pre')
  await expect
    .poll(() => shown.textContent(), seen)
    .toMatch(/ID: \S+\s+Error: from the loader\s+at .*\/src\/routes\/_public\/broken\.tsx:5:\d+\)/)
})

test('a syntax error is shown once in the terminal and on open pages, with its place and no escape codes', async () => {
  const page = await openBroken(200)
  const from = dev.output().length
  const undo = dev.edit('src/features/account/feature.server.ts', 'export const acc', 'export const ) acc')
  const overlay = page.locator('vite-error-overlay .message')
  await expect
    .poll(() => overlay.textContent(), seen)
    .toMatch(/Unexpected token[^]*feature\.server\.ts:\d+:14/)
  const answer = await (await fetch(`${dev.url}/login`)).text()
  expect(answer).toContain('feature.server.ts:')
  const printed = dev.output().slice(from)
  expect(printed.split('[PARSE_ERROR]')).toHaveLength(2)
  for (const text of [await overlay.textContent(), answer, printed]) expect(text).not.toContain('\u001b')
  undo()
  await overlay.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'It works' }).waitFor()
})

test('type errors are one line, and their end another', async () => {
  dev.write('src/lib/wrong.ts', `export const wrong: number = 'x'\n`)
  const said = () =>
    dev
      .output()
      .match(/\[vite\] (\d+ type error|types are fine again).*/g)
      ?.at(-1) ?? ''
  await expect
    .poll(said, seen)
    .toMatch(/type error.* src\/lib\/wrong\.ts:1 Type 'string' is not assignable to type 'number'/)
  dev.write('src/lib/wrong.ts', `export const wrong = 1\n`)
  await expect.poll(said, seen).not.toContain('wrong.ts')
})

async function answers(status: number): Promise<void> {
  await expect.poll(async () => (await fetch(`${dev.url}/broken`)).status, seen).toBe(status)
}

async function openBroken(status: number): Promise<Page> {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await answers(status)
  await page.goto(`${dev.url}/broken`)
  return page
}
