import { chromium, type Page } from '@playwright/test'
import { browserOptions } from '@plinth/testing/runner/system-browser.mjs'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { startDev } from '@plinth/testing/programs/running-dev.ts'
import { demoPassword } from './demo-session.ts'
import { canWatchProcesses, memory, withDescendants } from './processes.ts'
import { median, type Bench, type Measured } from './report.ts'

// Each is undone, which is a save too.
const EDITS = 34
const BETWEEN_MS = 700

/** `where` is searched for in the page after the save; `from` is there before it. */
type Kind = { what: string; file: string; from: string; to: (mark: string) => string; where: Where }
type Where = 'attribute' | 'style' | 'text'

const kinds: Kind[] = [
  {
    what: 'a component',
    file: 'src/components/page.tsx',
    from: '<h1',
    to: (mark) => `<h1 data-mark="${mark}"`,
    where: 'attribute',
  },
  {
    what: 'a style',
    file: 'src/styles/app.css',
    from: ':root {',
    to: (mark) => `:root { --mark: "${mark}";`,
    where: 'style',
  },
  {
    what: 'a translation',
    file: 'src/app/locales/en.json',
    from: '"title": "Settings"',
    to: (mark) => `"title": "Settings ${mark}"`,
    where: 'text',
  },
]

/** How long a developer waits between a save and its effect in an open page. */
export const bench: Bench = {
  how: `npm run dev, the settings open in Chromium, ${EDITS} edits of each kind, each undone; from the write of the file to the changed page, median`,
  async run() {
    const dev = await startDev({ DEMO_PASSWORD: demoPassword })
    const browser = await chromium.launch(browserOptions())
    try {
      const client = await signedInClient(dev.url, { email: 'ada@example.com', password: demoPassword })
      const page = await browser.newPage()
      await page.context().addCookies(
        client
          .cookie()
          .split('; ')
          .map((pair) => ({
            name: pair.slice(0, pair.indexOf('=')),
            value: pair.slice(pair.indexOf('=') + 1),
            url: dev.url,
          })),
      )
      await page.goto(`${dev.url}/dashboard/settings`)
      await page.waitForLoadState('networkidle')
      const megabytes = () =>
        canWatchProcesses ? memory(withDescendants(dev.pid)).ownBytes / 1_000_000 : NaN
      const before = megabytes()
      const rows: Measured[] = []
      for (const kind of kinds) {
        const times: number[] = []
        for (let at = 1; at <= EDITS; at++) {
          const mark = `m${at}`
          const startedAt = performance.now()
          const undo = dev.edit(kind.file, kind.from, kind.to(mark))
          await seen(page, kind.where, mark)
          times.push(performance.now() - startedAt)
          undo()
          await page.waitForTimeout(BETWEEN_MS)
        }
        rows.push({ what: kind.what, value: median(times), unit: 'ms', target: { atMost: 300 } })
      }
      const after = megabytes()
      return [
        ...rows,
        { what: 'the dev server and its database before the saves', value: before, unit: 'MB' },
        { what: `after ${kinds.length * EDITS * 2} saves`, value: after, unit: 'MB' },
        { what: 'after against before', value: after / before, unit: 'x', target: { atMost: 1.25 } },
      ]
    } finally {
      await browser.close()
      await dev.stop()
    }
  },
}

const seen = (page: Page, where: Where, mark: string) =>
  page.waitForFunction(
    ({ where: place, mark: value }) =>
      place === 'attribute'
        ? document.querySelector(`[data-mark="${value}"]`) !== null
        : place === 'style'
          ? getComputedStyle(document.documentElement).getPropertyValue('--mark').includes(value)
          : document.querySelector('h1')?.textContent?.includes(value) === true,
    { where, mark },
    { polling: 'raf', timeout: 30_000 },
  )
