// npm run screenshots [-- word...]: writes pictures of every screen to screenshots/, light and dark, wide and
// phone, in two languages. With words, only the screens whose name contains one of them; with --docs, the
// pictures of docs/pictures instead. Uses the build, rebuilt if stale, its own application and a temporary
// database with the demo.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { hydrated } from '@plinth/testing/browser/fixtures.ts'
import type { Look, Picture, PicturedApp, Pictures } from './screenshots/pictures.ts'
import { languages } from '#/languages.ts'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { commandFile } from '@plinth/cli/commands.mjs'
import { runNode } from '@plinth/cli/run-node.ts'
import { allPictures, picturesOfRoutes } from './screenshots/all-pictures.ts'
import { browserOptions } from '@plinth/testing/runner/system-browser.mjs'

const PASSWORD = 'pictures-of-every-screen'
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36'
const PHONE_PIXELS = 375
const STILL_MS = 300
const folder = path.resolve(import.meta.dirname, '../screenshots')
const documents = path.resolve(import.meta.dirname, '../docs/pictures')
const isForDocs = process.argv.includes('--docs')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const looks: Look[] = languages
  .slice(0, 2)
  .flatMap((language) =>
    (['light', 'dark'] as const).flatMap((theme) =>
      [1280, PHONE_PIXELS].map((widthPixels) => ({ language, theme, widthPixels })),
    ),
  )

const built = await runNode([commandFile('build'), '--if-stale'], { NODE_ENV: 'production' })
if (built !== 0) process.exit(built)
const app = await startApp({ env: { DEMO_PASSWORD: PASSWORD } })
// Unhinted: hinting rounds the widths of letters, which closes the gaps between words.
const { args, ...options } = browserOptions()
const browser = await chromium.launch({ ...options, args: [...args, '--font-render-hinting=none'] })
let adminCookie = ''
try {
  const admin = { email: 'admin@example.com', password: PASSWORD }
  adminCookie = (await post('/api/auth/sign-in/email', admin)).cookie
  const running = { url: app.url, password: PASSWORD, admin: adminCookie, list, mails, post }
  const all = await allPictures()
  for (const { setUp } of all) await setUp?.(running)
  const pictures = picturesOfRoutes()
  for (const one of all) pictures.push(...(await one.list(running)))
  await (isForDocs
    ? takeDocumented(
        pictures,
        all.flatMap(({ documented = [] }) => documented),
      )
    : takeEverything(pictures))
} finally {
  await browser.close()
  await app.stop()
}

async function takeEverything(pictures: readonly Picture[]): Promise<void> {
  const chosen = pictures.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  )
  let count = 0
  for (const look of looks) {
    const target = path.join(folder, `${look.language}-${look.theme}-${look.widthPixels}`)
    mkdirSync(target, { recursive: true })
    const contexts = openContexts(look)
    const device = look.widthPixels === PHONE_PIXELS ? 'phone' : 'wide'
    for (const picture of chosen.filter(({ only }) => only === undefined || only === device)) {
      const file = path.join(target, `${picture.name}.png`)
      await take(await contexts.of(picture.viewer), { picture, look, file, isWhole: true })
      count += 1
    }
    await contexts.close()
  }
  console.log(`${count} pictures in ${path.relative('.', folder)}/`)
}

async function takeDocumented(
  pictures: readonly Picture[],
  documented: NonNullable<Pictures['documented']>,
): Promise<void> {
  for (const { file, picture: name, theme, widthPixels } of documented) {
    const picture = pictures.find((one) => one.name === name)
    if (!picture) throw new Error(`No picture is called ${name}`)
    const look: Look = { language: 'en', theme, widthPixels }
    const contexts = openContexts(look)
    const context = await contexts.of(picture.viewer)
    await take(context, { picture, look, file: path.join(documents, file), isWhole: false })
    await contexts.close()
  }
  console.log(`${documented.length} pictures in ${path.relative('.', documents)}/`)
}

/** One browser context per viewer, opened with their first picture. */
function openContexts({ language, theme, widthPixels }: Look) {
  const contexts = new Map<Picture['viewer'], BrowserContext>()
  const open = async (viewer: Picture['viewer']) => {
    const cookie = typeof viewer === 'function' ? await viewer() : viewer === 'admin' ? adminCookie : ''
    const context = await browser.newContext({
      viewport: { width: widthPixels, height: widthPixels === PHONE_PIXELS ? 812 : 800 },
      colorScheme: theme,
      locale: language,
      hasTouch: widthPixels === PHONE_PIXELS,
      reducedMotion: 'reduce',
      baseURL: app.url,
    })
    await context.addCookies([{ name: 'i18next', value: language, url: app.url }])
    if (cookie) await addCookies(context, cookie)
    contexts.set(viewer, context)
    return context
  }
  return {
    async of(viewer: Picture['viewer']): Promise<BrowserContext> {
      return contexts.get(viewer) ?? open(viewer)
    },
    close: () => Promise.all([...contexts.values()].map((context) => context.close())),
  }
}

type Taking = { picture: Picture; look: Look; file: string; isWhole: boolean }

/** Takes one picture. A screen that fails is reported, and the others are still taken. */
async function take(context: BrowserContext, { picture, look, file, isWhole }: Taking): Promise<void> {
  const page = await context.newPage()
  let fullPage = false
  try {
    await page.goto(picture.path, { waitUntil: 'networkidle' })
    await hydrated(page)
    if (picture.prepare) {
      await picture.prepare(page, look)
    } else if (isWhole) {
      await settled(page)
      fullPage = !(await showWhole(page, look))
    }
    await settled(page)
    await page.screenshot({ path: file, fullPage })
  } catch (error) {
    process.exitCode = 1
    console.error(
      `${path.relative('.', file)}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    )
  } finally {
    await page.close()
  }
}

/**
 * Fits the viewport to the page: a full-page picture would lose touch and show a phone's bar mid-page.
 * Returns false for a page that grows with its viewport.
 */
async function showWhole(page: Page, { widthPixels }: Look): Promise<boolean> {
  const before = page.viewportSize()
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight)
  const height = await heightOf()
  await page.setViewportSize({ width: widthPixels, height })
  if ((await heightOf()) <= height) return true
  if (before) await page.setViewportSize(before)
  return false
}

/** Waits until images and fonts are loaded, and the page has not changed for a moment. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  let last = ''
  for (let tries = 0; tries < 20; tries += 1) {
    const now = await page.evaluate(() => document.body.innerHTML)
    if (now === last) return
    last = now
    await page.waitForTimeout(STILL_MS)
  }
}

async function list<Item>(procedure: string): Promise<Item[]> {
  const query = `?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`
  const response = await fetch(`${app.url}/api/trpc/${procedure}${query}`, {
    headers: { cookie: adminCookie },
  })
  const { result } = (await response.json()) as { result: { data: { json: { items: Item[] } } } }
  return result.data.json.items
}

async function mails(): ReturnType<PicturedApp['mails']> {
  const response = await fetch(`${app.url}/dev/mailbox.json`)
  return (await response.json()) as Awaited<ReturnType<PicturedApp['mails']>>
}

/** Posts as the page would. */
async function post(
  address: string,
  body: object,
  cookie = '',
): Promise<{ cookie: string; answer: unknown }> {
  const response = await fetch(`${app.url}${address}`, {
    method: 'POST',
    headers: { origin: app.url, 'content-type': 'application/json', cookie, 'user-agent': USER_AGENT },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
  const set = response.headers.getSetCookie().map((one) => one.split(';')[0])
  return { cookie: set.join('; '), answer: await response.json() }
}

async function addCookies(context: BrowserContext, header: string): Promise<void> {
  await context.addCookies(
    header.split('; ').map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: app.url,
    })),
  )
}
