// npm run screenshots [-- word...]: writes pictures of every screen to screenshots/, light and dark, wide and
// phone, in two languages. With words, only the screens whose name contains one of them; with --docs, the
// pictures of docs/pictures instead. Uses the build, rebuilt if stale, its own application and a temporary
// database with the demo.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { hydrated } from '../e2e/support/fixtures.ts'
import { startApp } from '../tests/support/running-app.ts'
import { totpOf } from '../tests/support/totp.ts'
import { runNode } from './run-node.ts'
import {
  documented,
  screensOfRoutes,
  specialScreens,
  type Known,
  type Look,
  type Screen,
  type Viewer,
} from './screenshot-screens.ts'
import { browserOptions } from './system-browser.mjs'

const PASSWORD = 'pictures-of-every-screen'
const PHONE_PIXELS = 375
const admin = { email: 'admin@example.com', password: PASSWORD }
const newUser = { firstName: 'Ines', lastName: 'García', email: 'ines@example.org', password: PASSWORD }
const folder = path.resolve(import.meta.dirname, '../screenshots')
const documents = path.resolve(import.meta.dirname, '../docs/pictures')
const isForDocs = process.argv.includes('--docs')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const looks: Look[] = (['en', 'de'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    [1280, PHONE_PIXELS].map((widthPixels) => ({ language, theme, widthPixels })),
  ),
)

const built = await runNode(['scripts/build.ts', '--if-stale'], { NODE_ENV: 'production' })
if (built !== 0) process.exit(built)
const app = await startApp({ env: { DEMO_PASSWORD: PASSWORD } })
const browser = await chromium.launch(browserOptions())
try {
  const cookies: Record<Viewer, string> = {
    visitor: '',
    admin: await post('/api/auth/sign-in/email', admin),
    pending: await signInHalf(),
  }
  await sendMails(cookies.admin)
  const screens = [...screensOfRoutes(), ...specialScreens(await readKnown(cookies.admin))]
  await (isForDocs ? takeDocumented(screens, cookies) : takeEverything(screens, cookies))
} finally {
  await browser.close()
  await app.stop()
}

async function takeEverything(screens: readonly Screen[], cookies: Record<Viewer, string>): Promise<void> {
  const chosen = screens.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  )
  let count = 0
  for (const look of looks) {
    const target = path.join(folder, `${look.language}-${look.theme}-${look.widthPixels}`)
    mkdirSync(target, { recursive: true })
    const contexts = await openContexts(browser, look, cookies)
    const device = look.widthPixels === PHONE_PIXELS ? 'phone' : 'wide'
    for (const screen of chosen.filter(({ only }) => only === undefined || only === device)) {
      await take(contexts[screen.viewer], {
        screen,
        look,
        file: path.join(target, `${screen.name}.png`),
        isWhole: true,
      })
      count += 1
    }
    await close(contexts)
  }
  console.log(`${count} pictures in ${path.relative('.', folder)}/`)
}

async function takeDocumented(screens: readonly Screen[], cookies: Record<Viewer, string>): Promise<void> {
  for (const { file, screen: name, theme, widthPixels } of documented) {
    const screen = screens.find((one) => one.name === name)
    if (!screen) throw new Error(`No screen is called ${name}`)
    const look: Look = { language: 'en', theme, widthPixels }
    const contexts = await openContexts(browser, look, cookies)
    await take(contexts[screen.viewer], { screen, look, file: path.join(documents, file), isWhole: false })
    await close(contexts)
  }
  console.log(`${documented.length} pictures in ${path.relative('.', documents)}/`)
}

type Contexts = Record<Viewer, BrowserContext>

async function openContexts(
  from: Browser,
  { language, theme, widthPixels }: Look,
  cookies: Record<Viewer, string>,
): Promise<Contexts> {
  const open = async (viewer: Viewer) => {
    const context = await from.newContext({
      viewport: { width: widthPixels, height: widthPixels === PHONE_PIXELS ? 812 : 800 },
      colorScheme: theme,
      locale: language,
      hasTouch: widthPixels === PHONE_PIXELS,
      reducedMotion: 'reduce',
      baseURL: app.url,
    })
    await context.addCookies([{ name: 'i18next', value: language, url: app.url }])
    if (cookies[viewer]) await addCookies(context, cookies[viewer])
    return context
  }
  return { visitor: await open('visitor'), admin: await open('admin'), pending: await open('pending') }
}

async function close(contexts: Contexts): Promise<void> {
  await Promise.all(Object.values(contexts).map((context) => context.close()))
}

type Taking = { screen: Screen; look: Look; file: string; isWhole: boolean }

/** Takes one picture. A screen that fails is reported, and the others are still taken. */
async function take(context: BrowserContext, { screen, look, file, isWhole }: Taking): Promise<void> {
  const page = await context.newPage()
  try {
    await page.goto(screen.path, { waitUntil: 'networkidle' })
    if (screen.prepare) {
      await hydrated(page)
      await screen.prepare(page, look)
    } else if (isWhole) await showWhole(page, look)
    await settled(page)
    await page.screenshot({ path: file, animations: 'disabled' })
  } catch (error) {
    process.exitCode = 1
    console.error(
      `${path.relative('.', file)}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    )
  } finally {
    await page.close()
  }
}

/** Fits the viewport to the page: a full-page picture would lose touch and show a phone's bar mid-page. */
async function showWhole(page: Page, { widthPixels }: Look): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: widthPixels, height })
}

/** Waits until images and fonts are loaded and what `prepare` opened is drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** Signs in a user with an authenticator app by password only: the second factor stays pending. */
async function signInHalf(): Promise<string> {
  const user = { email: 'dan@example.com', password: PASSWORD }
  const cookie = await post('/api/auth/sign-in/email', user)
  const answer = await request('/api/auth/two-factor/enable', { cookie, body: { password: PASSWORD } })
  const { totpURI } = (await answer.json()) as { totpURI: string }
  await request('/api/auth/two-factor/verify-totp', { cookie, body: { code: totpOf(totpURI) } })
  return post('/api/auth/sign-in/email', user)
}

/** Sends one mail of each kind that is easy to request. */
async function sendMails(cookie: string): Promise<void> {
  await post('/api/auth/sign-up/email', newUser)
  await post('/api/auth/request-password-reset', { email: newUser.email, redirectTo: '/reset-password' })
  await request('/api/trpc/organizations.invite', {
    cookie,
    body: { json: { email: newUser.email, role: 'member' } },
  })
}

async function readKnown(cookie: string): Promise<Known> {
  const list = async <Item>(procedure: string): Promise<Item[]> => {
    const query = `?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`
    const response = await fetch(`${app.url}/api/trpc/${procedure}${query}`, { headers: { cookie } })
    const { result } = (await response.json()) as { result: { data: { json: { items: Item[] } } } }
    return result.data.json.items
  }
  const mails = (await (await fetch(`${app.url}/dev/mailbox.json`)).json()) as Known['mails']
  const subjects = mails.map(({ subject }) => subject)
  return {
    posts: await list('posts.list'),
    chats: await list('chats.list'),
    mails: mails.filter(({ subject }, index) => subjects.indexOf(subject) === index),
  }
}

/** Posts as the page would. Returns the cookies that were set as a Cookie header. */
async function post(address: string, body: object): Promise<string> {
  const response = await request(address, { body })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function request(
  address: string,
  { cookie = '', body }: { cookie?: string; body: object },
): Promise<Response> {
  const headers = { origin: app.url, 'content-type': 'application/json', cookie }
  const response = await fetch(`${app.url}${address}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
  return response
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
