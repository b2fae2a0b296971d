import { exec } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser, type Page } from '@playwright/test'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { connectEmbedded } from '@plinth/testing/servers/embedded-database.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { browserOptions } from '@plinth/testing/runner/system-browser.mjs'
import { withoutSettings } from '@plinth/testing/programs/running-app.ts'
import { startDev, type RunningDev } from '@plinth/testing/programs/running-dev.ts'
import { preferred } from '@plinth/testing/languages.ts'

const DEMO_PASSWORD = 'vier rote Ziegel am Fluss'
const ada = { email: 'ada@example.com', password: DEMO_PASSWORD }
// An update takes about a second; a shared machine needs longer.
const seen = { timeout: 120_000, interval: 200 }
const CONNECTIONS_MAX = 25
const VERB = 'src/features/profile/server/set-language.server.ts'
const SCHEMA = 'src/features/profile/profile.schema.ts'

let dev: RunningDev
let client: HttpClient

beforeAll(async () => {
  dev = await startDev({ DEMO_PASSWORD })
  atEnd(() => dev.stop())
  client = await signedInClient(dev.url, ada)
})

describe('in the browser, without a reload', () => {
  test('a component, a style and a translation update without losing typed text', async () => {
    const page = await openPage('/login')
    await page.getByLabel('Email', { exact: true }).fill('ines@example.org')

    undoLater(dev.edit('src/components/auth-page.tsx', '<h1', '<h1 data-edited=""'))
    await page.locator('h1[data-edited]').waitFor(seen)
    // What every page imports, with an export that is no component.
    undoLater(dev.edit('src/components/ui/button.tsx', "'data-slot': 'button',", "'data-slot': 'edited',"))
    await page.locator('[data-slot=edited]').first().waitFor(seen)
    undoLater(dev.edit('src/styles/app.css', ':root {', 'h1 { letter-spacing: 7px; }\n:root {'))
    await expect
      .poll(() => page.locator('h1').evaluate((h1) => getComputedStyle(h1).letterSpacing), seen)
      .toBe('7px')
    undoLater(dev.edit('src/features/sign-in/locales/en.json', '"title": "Sign in"', '"title": "Come In"'))
    await page.getByRole('heading', { name: 'Come In' }).waitFor(seen)
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('ines@example.org')
    await page.reload()
    await page.getByRole('heading', { name: 'Come In' }).waitFor(seen)
  })

  test('the second of two quick saves is seen, and a saved style updates no other module', async () => {
    const page = await openPage('/login')
    const texts = 'src/features/sign-in/locales/en.json'
    undoLater(dev.edit(texts, '"title": "Sign in"', '"title": "First"'))
    await new Promise((resolve) => setTimeout(resolve, 35))
    undoLater(dev.edit(texts, '"title": "First"', '"title": "Second"'))
    await page.getByRole('heading', { name: 'Second' }).waitFor(seen)

    const before = dev.output().length
    undoLater(dev.edit('src/styles/app.css', ':root {', 'h1 { letter-spacing: 9px; }\n:root {'))
    await expect
      .poll(() => page.locator('h1').evaluate((h1) => getComputedStyle(h1).letterSpacing), seen)
      .toBe('9px')
    const updates = dev
      .output()
      .slice(before)
      .split('\n')
      .filter((line) => line.includes('hmr update'))
    expect(updates.map((line) => line.replace(/^.*hmr update /, ''))).toEqual(['/src/styles/app.css?direct'])
  })

  test('a page that is reloaded while the server reloads has the text that was saved meanwhile', async () => {
    const page = await openPage('/login')
    const texts = 'src/shell/slots/translations.server.ts'
    const files = 'const files = import.meta.glob'
    const slowly = `console.log('texts are read')\nawait new Promise((resolve) => setTimeout(resolve, 5_000))`
    undoLater(dev.edit(texts, files, `${slowly}\n${files}`))
    await expect.poll(() => timesSaid('texts are read'), seen).toBe(1)
    undoLater(dev.edit('src/features/sign-in/locales/en.json', '"title": "Sign in"', '"title": "Come Back"'))
    await page.getByRole('heading', { name: 'Come Back' }).waitFor(seen)
    await page.reload()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Come Back')
  })

  test('the developer tools of the router and the query cache are present', async () => {
    const page = await openPage('/login')
    await page.context().addCookies(client.cookie().split('; ').map(asCookie))
    await page.goto(`${dev.url}/dashboard`)
    for (const name of ['Open TanStack Router Devtools', 'Open Tanstack query devtools']) {
      await page.getByRole('button', { name }).waitFor(seen)
    }
  })

  test('a new route appears and updates', async () => {
    dev.write('src/routes/_public/brand-new.tsx', newRoute)
    await expect.poll(async () => (await fetch(`${dev.url}/brand-new`)).status, seen).toBe(200)
    const page = await openPage('/brand-new')
    await page.getByLabel('Note').fill('typed')
    dev.edit('src/routes/_public/brand-new.tsx', 'A new route', 'An edited route')
    await page.getByText('An edited route').waitFor(seen)
    expect(await page.getByLabel('Note').inputValue()).toBe('typed')
  })
})

describe('on the server, for the next request', () => {
  test('a verb and a schema update', async () => {
    undoLater(dev.edit(VERB, '  return { language }', '  return { language, isEdited: true }'))
    await expect.poll(() => speak('en'), seen).toEqual({ status: 200, language: 'en', isEdited: true })

    undoLater(dev.edit(SCHEMA, 'z.enum(languages) })', 'z.enum(languages), why: z.string() })'))
    await expect.poll(async () => (await speak('en')).status, seen).toBe(400)
  })

  test('a generated feature works at once', async () => {
    await run('node scripts/run.mjs new:feature dev-labels')
    await expect.poll(async () => (await client.get('/api/trpc/devLabels.list')).status, seen).toBe(200)
    await expect
      .poll(async () => (await client.get('/dashboard/dev-labels')).text(), seen)
      .toContain('Dev labels</h1>')
    expect((await client.post('/api/trpc/devLabels.create', { json: { title: 'First' } })).status).toBe(200)
  })

  test('an error names the file and the line of the source', async () => {
    undoLater(
      dev.edit(
        VERB,
        '  const actor = authorize(',
        `  if (language === '${preferred('de')}') throw new Error('Broken here')\n  const actor = authorize(`,
      ),
    )
    const line = 1 + (dev.files().get(VERB) ?? '').split('\n').findIndex((one) => one.includes('Broken here'))
    await expect.poll(async () => (await speak(preferred('de'))).status, seen).toBe(500)
    await expect.poll(() => dev.output(), seen).toMatch(new RegExp(`Broken here.+${VERB}:${line}:`))
  })

  test('a syntax error is reported, and the next save recovers', async () => {
    const undo = dev.edit(
      'src/features/account/feature.server.ts',
      'export const accountFeature',
      'export const ) accountFeature',
    )
    await expect.poll(async () => (await fetch(`${dev.url}/login`)).status, seen).toBe(500)
    undo()
    await expect.poll(async () => (await fetch(`${dev.url}/login`)).status, seen).toBe(200)
    expect(await speak('en')).toEqual({ status: 200, language: 'en' })
    expect((await fetch(`${dev.url}/no/such/page`)).status).toBe(404)
  })

  test('a job runs the new code, once', async () => {
    const reloads = timesSaid('server reloaded')
    undoLater(
      dev.edit(
        'src/features/account/server/export/export-account-job.server.ts',
        '      try {\n        await make(',
        "      context.log.info('edited job')\n      try {\n        await make(",
      ),
    )
    await expect.poll(() => timesSaid('server reloaded'), seen).toBeGreaterThan(reloads)
    expect((await client.post('/api/trpc/account.export', {})).status).toBe(200)
    await expect.poll(() => timesSaid('edited job'), seen).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(timesSaid('edited job')).toBe(1)
  })
})

// One of each kind in a row, under constant requests for pages.
test('many saves in a row fail no request and leak no process or connection', async () => {
  const saves = Number(process.env.DEV_SAVES ?? 8)
  let asking = true
  const answers = new Map<number, number>()
  const ask = async (address: string) => {
    while (asking) {
      const { status } = await client.get(address).catch(() => ({ status: 0 }))
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  }
  const asked = Promise.all(
    ['/', '/login', '/dashboard', '/dashboard/settings', '/api/trpc/sessions.list'].map(ask),
  )
  for (let at = 0; at < saves; at++) {
    const [file = '', from = '', to = ''] = kinds[at % kinds.length] ?? []
    const undo = dev.edit(file, from, to)
    await new Promise((resolve) => setTimeout(resolve, 300 + (at % 5) * 400))
    undo()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  asking = false
  await asked
  expect(
    [...answers.keys()].filter((status) => status === 0 || status >= 500),
    dev.output(),
  ).toEqual([])
  expect(dev.hasEnded()).toBe(false)
  expect(await speak('en')).toEqual({ status: 200, language: 'en' })
  await expect.poll(connections, seen).toBeLessThanOrEqual(CONNECTIONS_MAX)
  expect(dev.output()).not.toMatch(/MaxListenersExceeded|too many clients|unhandled/i)
})

/**
 * File, text and replacement: a component, verb, schema, style, translation, route, the layers below, and a
 * comment.
 */
const kinds = [
  ['src/components/auth-page.tsx', 'text-2xl', 'text-3xl'],
  [VERB, '\n/**', '\n// edited\n/**'],
  [SCHEMA, 'z.enum(languages)', 'z.enum([...languages])'],
  ['src/styles/app.css', ':root {', ':root { --edited: 1;'],
  ['src/features/profile/locales/en.json', '": "', '": "!'],
  ['src/routes/_public/login.tsx', 'function Page() {', 'function Page() {\n  // edited'],
  ['packages/core/src/db/database.server.ts', 'max: 15', 'max: 14'],
  ['packages/core/src/log/request-scope.server.ts', 'const scope', '// edited\nconst scope'],
  ['src/server.ts', 'const start', '// edited\nconst start'],
] as const

const newRoute = `import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'

export const Route = createFileRoute('/_public/brand-new')({
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  const [note, setNote] = useState('')
  return (
    <label>
      Note <input value={note} onChange={(event) => setNote(event.target.value)} />
      <b>A new route</b>
    </label>
  )
}
`

async function speak(language: string): Promise<object & { status: number }> {
  const answer = await client.post('/api/trpc/profile.setLanguage', { json: { language } })
  const body = (await answer.json().catch(() => ({}))) as { result?: { data: { json: object } } }
  return { status: answer.status, ...body.result?.data.json }
}

async function run(command: string): Promise<void> {
  const bin = path.join(dev.folder, 'node_modules/.bin')
  const env = { ...withoutSettings(process.env), PATH: `${bin}${path.delimiter}${process.env.PATH}` }
  await promisify(exec)(command, { cwd: dev.folder, env })
}

const timesSaid = (words: string) => dev.output().split(words).length - 1

async function connections(): Promise<number> {
  const database = await connectEmbedded(dev.dataDir)
  try {
    const { rows } = await database.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where application_name like 'plinth%'",
    )
    return rows[0]?.count ?? 0
  } finally {
    await database.end()
  }
}

function asCookie(pair: string): { name: string; value: string; url: string } {
  const [name = '', value = ''] = pair.split(/=(.*)/)
  return { name, value, url: dev.url }
}

function undoLater(undo: () => void): void {
  onTestFinished(undo)
}

let browser: Browser | undefined

/** A hydrated page, with all its packages already optimized by Vite. */
async function openPage(address: string): Promise<Page> {
  if (!browser) {
    browser = await chromium.launch(browserOptions())
    atEnd(async () => browser?.close())
  }
  const page = await browser.newPage({ locale: 'en-US' })
  onTestFinished(() => page.close())
  // The first visit discovers packages to optimize, which reloads the page.
  for (const visit of ['first', 'second']) {
    await page.goto(dev.url + address, { waitUntil: 'networkidle', timeout: 90_000 })
    await page.waitForFunction(() =>
      [...document.querySelectorAll('main, main input')].every((one) =>
        Object.keys(one).some((key) => key.startsWith('__react')),
      ),
    )
    if (visit === 'first') await page.waitForTimeout(2_000)
  }
  return page
}
