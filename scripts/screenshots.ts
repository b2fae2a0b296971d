// npm run screenshots [-- word...]: pictures of every screen into screenshots/, light and dark, wide and as a
// phone, in two languages. With words only the screens whose name holds one of them. Uses the build (and
// makes it when it is stale), an application of its own and a throw-away database.
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { startApp } from '../tests/support/running-app.ts'
import { runNode } from './run-node.ts'
import { browserOptions } from './system-browser.mjs'

type Screen = { name: string; path: string; signedIn: boolean; prepare?: (page: Page) => Promise<void> }
type Look = { language: string; theme: 'light' | 'dark'; widthPixels: number }

const PASSWORD = 'pictures-of-every-screen'
const newUser = { firstName: 'Ines', lastName: 'García', email: 'ines@example.org', password: PASSWORD }
const folder = path.resolve(import.meta.dirname, '../screenshots')
const wanted = process.argv.slice(2)
const looks: Look[] = ['en', 'de'].flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    [1280, 375].map((widthPixels) => ({ language, theme, widthPixels })),
  ),
)

const screens = [...screensOfRoutes(), ...specialScreens()].filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
)
const built = await runNode(['scripts/build.ts', '--if-stale'], { NODE_ENV: 'production' })
if (built !== 0) process.exit(built)

const app = await startApp({ env: { DEMO_PASSWORD: PASSWORD } })
const browser = await chromium.launch(browserOptions())
try {
  await post('sign-up/email', newUser)
  const cookie = await post('sign-in/email', { email: 'admin@example.com', password: PASSWORD })
  for (const look of looks) await takeAll(browser, look, cookie)
  console.log(`${screens.length * looks.length} pictures in ${path.relative('.', folder)}/`)
} finally {
  await browser.close()
  await app.stop()
}

/** Every page without a parameter in its address. */
function screensOfRoutes(): Screen[] {
  const tree = readFileSync(path.resolve(import.meta.dirname, '../src/routeTree.gen.ts'), 'utf8')
  const paths = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  return [...paths.matchAll(/'(\/[^']*)'/g)]
    .map(([, address = '']) => address)
    .filter((address) => !/\$|^\/(api|healthz|readyz|metrics)|\.json$/.test(address))
    .map((address) => ({
      name: address.slice(1).replaceAll('/', '_') || 'home',
      path: address,
      signedIn: address.startsWith('/dashboard'),
    }))
}

function specialScreens(): Screen[] {
  return [
    { name: 'verify-email_expired', path: '/verify-email?error=TOKEN_EXPIRED', signedIn: false },
    { name: 'reset-password_link', path: '/reset-password?token=none', signedIn: false },
    { name: 'not-found', path: '/no/such/page', signedIn: false },
    { name: 'home_signed-in', path: '/', signedIn: true },
    { name: 'dashboard_posts_missing', path: '/dashboard/posts/none', signedIn: true },
    { name: 'dashboard_error', path: '/dashboard/posts', signedIn: true, prepare: breakPage },
    { name: 'dashboard_not-found', path: '/dashboard/no-such-page', signedIn: true },
  ]
}

/** Opens the first post while its query fails. */
async function breakPage(page: Page): Promise<void> {
  await page.route('**/api/trpc/posts.get**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('article').getByRole('link').first().click()
  await page.locator('[role=alert] [aria-expanded]').click({ timeout: 20_000 })
}

async function takeAll(from: Browser, { language, theme, widthPixels }: Look, cookie: string): Promise<void> {
  const size = { width: widthPixels, height: widthPixels < 600 ? 812 : 800 }
  const options = {
    viewport: size,
    colorScheme: theme,
    locale: language,
    hasTouch: widthPixels < 600,
    reducedMotion: 'reduce' as const,
    baseURL: app.url,
  }
  const visitor = await from.newContext(options)
  const member = await from.newContext(options)
  for (const context of [visitor, member])
    await context.addCookies([{ name: 'i18next', value: language, url: app.url }])
  await addCookies(member, cookie)
  const target = path.join(folder, `${language}-${theme}-${widthPixels}`)
  mkdirSync(target, { recursive: true })
  for (const screen of screens)
    await take(await (screen.signedIn ? member : visitor).newPage(), screen, target)
  await Promise.all([visitor.close(), member.close()])
}

async function take(page: Page, screen: Screen, target: string): Promise<void> {
  await page.goto(screen.path, { waitUntil: 'networkidle' })
  await screen.prepare?.(page)
  await page.screenshot({
    path: path.join(target, `${screen.name}.png`),
    fullPage: true,
    animations: 'disabled',
  })
  await page.close()
}

/** Posts to Better Auth; answers the cookies it set as a Cookie header. */
async function post(endpoint: string, body: object): Promise<string> {
  const headers = { origin: app.url, 'content-type': 'application/json' }
  const response = await fetch(`${app.url}/api/auth/${endpoint}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${endpoint} answered ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
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
