import { chromium, type Browser } from '@playwright/test'
import { browserOptions } from '../scripts/system-browser.mjs'
import { startApp } from '../tests/support/running-app.ts'
import { demoPassword, signIn } from './demo-session.ts'
import type { Bench, Measured } from './report.ts'

type View = { jsBytes: number; allBytes: number; requests: number; layoutShift: number; complaints: string[] }

const publicAims: Record<string, { jsKb: number; allKb: number }> = {
  '/': { jsKb: 100, allKb: 150 },
  '/login': { jsKb: 100, allKb: 150 },
}

/** What a first visit fetches until the page is quiet, and whether anything moved or complained meanwhile. */
export const bench: Bench = {
  how: 'first visit in headless Chromium with an empty cache; scripts by their compressed size, everything as transferred, headers included',
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    const browser = await chromium.launch(browserOptions())
    try {
      const rows: Measured[] = []
      for (const path of ['/', '/login', '/register', '/dashboard']) {
        const cookie = path === '/dashboard' ? await signIn(app) : undefined
        rows.push(...rowsOf(path, await visit(browser, { url: app.url, path, cookie })))
      }
      return rows
    } finally {
      await browser.close()
      await app.stop()
    }
  },
}

async function visit(
  browser: Browser,
  { url, path, cookie }: { url: string; path: string; cookie: string | undefined },
): Promise<View> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const view: View = { jsBytes: 0, allBytes: 0, requests: 0, layoutShift: 0, complaints: [] }
  try {
    if (cookie)
      await context.addCookies(
        cookie.split('; ').map((pair) => ({
          name: pair.slice(0, pair.indexOf('=')),
          value: pair.slice(pair.indexOf('=') + 1),
          url,
        })),
      )
    const page = await context.newPage()
    page.on(
      'console',
      (message) => ['error', 'warning'].includes(message.type()) && view.complaints.push(message.text()),
    )
    page.on('pageerror', (error) => view.complaints.push(String(error)))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    devtools.on('Network.responseReceived', ({ response }) => {
      if (/javascript/.test(response.mimeType))
        view.jsBytes += Number(response.headers['content-length'] ?? Number.NaN)
    })
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      view.requests += 1
      view.allBytes += encodedDataLength
    })
    await page.addInitScript(() => {
      const shifts = { sum: 0 }
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.sum += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const response = await page.goto(url + path, { waitUntil: 'networkidle' })
    if (response?.status() !== 200) throw new Error(`${path} answered ${response?.status()}`)
    await page.waitForTimeout(500)
    view.layoutShift = await page.evaluate(
      () => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum,
    )
  } finally {
    await context.close()
  }
  return view
}

function rowsOf(path: string, view: View): Measured[] {
  for (const complaint of view.complaints) console.error(`  ${path}: ${complaint}`)
  const aims = publicAims[path]
  return [
    {
      what: `${path} JavaScript`,
      value: view.jsBytes / 1000,
      unit: 'KB',
      aim: aims && { atMost: aims.jsKb },
    },
    {
      what: `${path} everything`,
      value: view.allBytes / 1000,
      unit: 'KB',
      aim: aims && { atMost: aims.allKb },
    },
    { what: `${path} requests`, value: view.requests, unit: 'count' },
    { what: `${path} layout shift`, value: view.layoutShift, unit: 'x', aim: { atMost: 0 } },
    {
      what: `${path} console errors and warnings`,
      value: view.complaints.length,
      unit: 'count',
      aim: { atMost: 0 },
    },
  ]
}
