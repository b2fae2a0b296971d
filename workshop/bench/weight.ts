import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { arrived } from '@plinth/testing/browser/fixtures.ts'
import { screens } from '@plinth/testing/browser/screens.ts'
import { browserOptions } from '@plinth/testing/runner/system-browser.mjs'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { demoPassword, signIn } from './demo-session.ts'
import type { Bench, Measured } from './report.ts'
import pageTargets from './page-targets.json' with { type: 'json' }

/** In KB of 1000 bytes, at most: JavaScript, everything, JavaScript when it is opened from the dashboard. */
type Target = { js?: number; all?: number; fromDashboard?: number }

type View = {
  jsBytes: number
  htmlBytes: number
  allBytes: number
  requests: number
  layoutShift: number
  complaints: string[]
}

/** What a first visit loads, and whether it shifts the layout or logs errors or warnings. */
export const bench: Bench = {
  how: 'first visit in headless Chromium with an empty cache; scripts by their compressed size, everything as transferred, headers included',
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    const browser = await chromium.launch(browserOptions())
    try {
      const rows: Measured[] = []
      const admin = await signIn(app, 'admin@example.com')
      for (const { path } of [...screens.open, ...screens.signedIn, ...screens.admin]) {
        const target = (pageTargets as Record<string, Target>)[path]
        if (!target) continue
        const cookie = path.startsWith('/dashboard') ? admin : undefined
        rows.push(...rowsOf(path, await visit(browser, { url: app.url, path, cookie }), target))
        if (target.fromDashboard !== undefined)
          rows.push({
            what: `/dashboard to ${path} JavaScript`,
            value: await navigation(browser, { url: app.url, path, cookie: admin }),
            unit: 'KB',
            target: { atMost: target.fromDashboard },
          })
      }
      return rows
    } finally {
      await browser.close()
      await app.stop()
    }
  },
}

const addCookies = (context: BrowserContext, { url, cookie }: { url: string; cookie: string }) =>
  context.addCookies(
    cookie.split('; ').map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url,
    })),
  )

async function visit(
  browser: Browser,
  { url, path, cookie }: { url: string; path: string; cookie: string | undefined },
): Promise<View> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const view: View = { jsBytes: 0, htmlBytes: 0, allBytes: 0, requests: 0, layoutShift: 0, complaints: [] }
  try {
    if (cookie) await addCookies(context, { url, cookie })
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
    let document = ''
    devtools.on('Network.requestWillBeSent', ({ requestId, type }) => {
      if (type === 'Document') document = requestId
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (requestId === document) view.htmlBytes += encodedDataLength
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

/** Measures the KB of JavaScript loaded by navigating from the dashboard to another page. */
async function navigation(
  browser: Browser,
  { url, path, cookie }: { url: string; path: string; cookie: string },
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    await addCookies(context, { url, cookie })
    const page = await context.newPage()
    await page.goto(`${url}/dashboard`, { waitUntil: 'networkidle' })
    let bytes = 0
    page.on('response', (response) => {
      if (/javascript/.test(response.headers()['content-type'] ?? ''))
        bytes += Number(response.headers()['content-length'] ?? Number.NaN)
    })
    await page.locator(`a[href="${path}"]`).first().click()
    await arrived(page, path)
    await page.waitForLoadState('networkidle')
    return bytes / 1000
  } finally {
    await context.close()
  }
}

function rowsOf(path: string, view: View, { js, all }: Target): Measured[] {
  for (const complaint of view.complaints) console.error(`  ${path}: ${complaint}`)
  return [
    {
      what: `${path} JavaScript`,
      value: view.jsBytes / 1000,
      unit: 'KB',
      target: js === undefined ? undefined : { atMost: js },
    },
    {
      what: `${path} everything`,
      value: view.allBytes / 1000,
      unit: 'KB',
      target: all === undefined ? undefined : { atMost: all },
    },
    { what: `${path} HTML`, value: view.htmlBytes / 1000, unit: 'KB' },
    { what: `${path} requests`, value: view.requests, unit: 'count' },
    { what: `${path} layout shift`, value: view.layoutShift, unit: 'x', target: { atMost: 0 } },
    {
      what: `${path} console errors and warnings`,
      value: view.complaints.length,
      unit: 'count',
      target: { atMost: 0 },
    },
  ]
}
