import type { BrowserContext, Locator, Page } from '@playwright/test'
import { ada, arrived, expect, hydrated, reload, test } from '@plinth/testing/browser/fixtures.ts'
import { screens } from '@plinth/testing/browser/screens.ts'
import { textIn, type Language } from '@plinth/testing/browser/texts.ts'
import { otherLanguages } from '@plinth/testing/languages.ts'

test.skip(otherLanguages.length < 2, 'There are too few languages to change between')

// German, Spanish and Portuguese, unless a product has others.
const [first = 'en', second = 'en', third = first] = otherLanguages
const heading = (language: Language) => textIn(language)('sign-in:signIn.title')
/** The first word of the greeting, before the name. */
const greeting = (language: Language) => textIn(language)('app:dashboard.greeting').split(/[ ,]/)[0] ?? ''
const shown = (language: Language) => `${language}: ${heading(language)}`

const languageSelect = (page: Page): Locator =>
  page.locator('select').filter({ has: page.locator('option[lang="en"]') })
const cookieOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'i18next')
const storedOf = (page: Page) => page.evaluate(() => localStorage.getItem('i18nextLng'))
const setCookie = (context: BrowserContext, url: string | undefined, value: string) =>
  context.addCookies([{ name: 'i18next', value, url: url ?? '' }])

/** Fills the storage, with `second`, before the page under test is opened. */
async function store(page: Page, fill: (language: string) => void): Promise<void> {
  await page.goto('/login')
  await hydrated(page)
  await page.evaluate(fill, second)
}

/**
 * Records every heading and language the document ever shows, from its first byte. Call it before the page is
 * opened.
 */
async function watchTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    const look = () => {
      const text = document.querySelector('h1')?.textContent
      const now = `${document.documentElement?.lang}: ${text}`
      if (text && seen.at(-1) !== now) seen.push(now)
    }
    new MutationObserver(look).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['lang'],
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
}

for (const [language, locale] of [
  [first, `${first}-${first.toUpperCase()}`],
  [third, `${third}-BR`],
] as const) {
  test.describe(`a visitor whose browser speaks ${locale}`, () => {
    test.use({ locale })

    test('never sees another language, and stores nothing without making a choice', async ({
      page,
      context,
    }) => {
      const seen = await watchTexts(page)
      await page.goto('/login')
      await hydrated(page)
      // The messages of another page are loaded on the way.
      await page
        .locator('footer a, p a')
        .filter({ hasText: textIn(language)('sign-in:signIn.register') })
        .click()
      await expect(page.locator('#firstName')).toBeVisible()
      expect((await seen()).every((entry) => entry.startsWith(`${language}: `))).toBe(true)
      expect((await seen())[0]).toBe(shown(language))
      expect(await cookieOf(context)).toBeUndefined()
      expect(await storedOf(page)).toBeNull()
    })
  })
}

test('a choice switches the page without a reload and persists: cookie for 365 days, local storage, html lang, title, console', async ({
  page,
  context,
}) => {
  const said: string[] = []
  page.on('console', (message) => message.type() === 'info' && said.push(message.text()))
  await page.goto('/login')
  await hydrated(page)
  await page.evaluate(() => Object.assign(globalThis, { same: true }))
  await page.locator('#email').fill('half@written')
  await languageSelect(page).selectOption(first)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading(first))
  await expect(page.locator('html')).toHaveAttribute('lang', first)
  await expect(page).toHaveTitle(new RegExp(`^${heading(first)} · `))
  await expect(languageSelect(page)).toHaveAccessibleName(textIn(first)('app:language.label'))
  expect(await page.evaluate(() => 'same' in globalThis)).toBe(true)
  expect(await page.locator('#email').inputValue()).toBe('half@written')
  await expect.poll(() => said).toContain(`Language changed to ${first}`)
  const cookie = await cookieOf(context)
  expect(cookie).toMatchObject({ value: first, path: '/', sameSite: 'Lax', httpOnly: false })
  expect(Math.abs((cookie?.expires ?? 0) - (Date.now() / 1000 + 365 * 86_400))).toBeLessThan(60)
  expect(await storedOf(page)).toBe(first)
  const seen = await watchTexts(page)
  await page.goto('/login')
  await hydrated(page)
  expect(await seen()).toEqual([shown(first)])
})

for (const where of ['localStorage', 'sessionStorage'] as const) {
  test(`a language found only in ${where}: the page switches once and sets the cookie`, async ({
    page,
    context,
  }) => {
    if (where === 'localStorage')
      await store(page, (language) => localStorage.setItem('i18nextLng', language))
    else await store(page, (language) => sessionStorage.setItem('i18nextLng', language))
    const seen = await watchTexts(page)
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading(second))
    expect(await seen()).toEqual(expect.arrayContaining([shown('en'), shown(second)]))
    expect((await seen()).findLastIndex((entry) => entry === shown('en'))).toBe(0)
    await expect(page).toHaveTitle(new RegExp(`^${heading(second)} · `))
    expect(await cookieOf(context)).toMatchObject({ value: second })
    expect(await storedOf(page)).toBe(second)
    await page.goto('/login')
    await hydrated(page)
    expect(await seen()).toEqual([shown(second)])
  })
}

/**
 * Pauses React from the time the page reads the language from local storage until it has changed: the rest
 * hydrates afterwards, as on a slow machine.
 */
async function hydrateAfterTheChange(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    const read = Storage.prototype.getItem
    const now = performance.now.bind(performance)
    const held: (() => void)[] = []
    let isHeld = false
    Storage.prototype.getItem = function (key) {
      if (key === 'i18nextLng' && document.documentElement.lang === 'en') isHeld = true
      return read.call(this, key)
    }
    // React yields after five milliseconds and continues with a message to itself.
    performance.now = () => now() + (isHeld ? 1_000 : 0)
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      const send = () => Reflect.apply(post, this, message)
      if (isHeld) held.push(send)
      else send()
    }
    new MutationObserver(() => {
      if (document.documentElement?.lang === 'en') return
      isHeld = false
      for (const send of held.splice(0)) send()
    }).observe(document, { attributes: true, attributeFilter: ['lang'], subtree: true })
  })
}

for (const path of ['/login', '/'].filter((one) => screens.open.some((screen) => screen.path === one))) {
  test(`a language that arrives before all of ${path} has hydrated causes no error and applies everywhere`, async ({
    page,
  }) => {
    await store(page, (language) => localStorage.setItem('i18nextLng', language))
    await hydrateAfterTheChange(page)
    await page.goto(path)
    await expect(languageSelect(page)).toHaveValue(second)
    await expect(page.getByRole('combobox', { name: textIn(second)('app:theme.label') })).toBeVisible()
  })
}

test('the cookie takes precedence over local storage, and an invalid stored language is ignored', async ({
  page,
  context,
  baseURL,
}) => {
  await store(page, (language) => localStorage.setItem('i18nextLng', language))
  await setCookie(context, baseURL, third)
  const seen = await watchTexts(page)
  await page.goto('/login')
  await hydrated(page)
  expect(await seen()).toEqual([shown(third)])
  await page.evaluate(() => localStorage.setItem('i18nextLng', '<img src=x>'))
  await setCookie(context, baseURL, '../..')
  await page.goto('/login')
  await hydrated(page)
  expect(await seen()).toEqual([shown('en')])
})

test('?lng= is remembered, and a later choice removes it from the URL', async ({ page, context }) => {
  const seen = await watchTexts(page)
  await page.goto(`/login?lng=${first}`)
  await hydrated(page)
  await expect.poll(async () => (await cookieOf(context))?.value).toBe(first)
  expect(await storedOf(page)).toBe(first)
  expect(await seen()).toEqual([shown(first)])
  await page.goto('/login?redirect=/dashboard/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading(first))
  await page.goto(`/login?redirect=/dashboard/settings&lng=${second}#top`)
  await hydrated(page)
  await languageSelect(page).selectOption(third)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading(third))
  await expect(page).toHaveURL(/\/login\?redirect=[^&]*settings#top$/)
  await reload(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading(third))
})

test('messages that fail to load twice are requested again, and the page still switches', async ({
  page,
  watch,
}) => {
  watch.expectProblem(/Failed to load resource/)
  const tries = new Map<string, number>()
  await page.goto('/login')
  await hydrated(page)
  await page.route(`**/assets/texts/${first}/*`, async (route) => {
    const url = route.request().url()
    tries.set(url, (tries.get(url) ?? 0) + 1)
    if ((tries.get(url) ?? 0) > 2) await route.continue()
    else await route.abort('connectionreset')
  })
  await languageSelect(page).selectOption(first)
  await expect(languageSelect(page)).toHaveValue(first)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading(first))
  expect([...new Set(tries.values())]).toEqual([3])
})

test('a change on a page of many features reads at most ten files', async ({ page, user, enter }) => {
  await enter(user)
  await page.goto('/dashboard/settings')
  await hydrated(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await languageSelect(page).first().selectOption(first)
  await expect(page.locator('html')).toHaveAttribute('lang', first)
  const files = asked.filter((url) => /\/assets\/(?:texts\/|\w\w-)/.test(url))
  expect(files.length).toBeGreaterThan(0)
  expect(files.length).toBeLessThanOrEqual(10)
})

test('when messages never load, the page keeps its language, reports it and keeps working', async ({
  page,
  context,
  watch,
}) => {
  watch.expectProblem(/Failed to load resource/)
  await page.goto('/login')
  await hydrated(page)
  await page.route(`**/assets/texts/${first}/*`, (route) => route.abort('connectionreset'))
  await languageSelect(page).selectOption(first)
  await expect(page.getByText("Couldn't change the language.")).toBeVisible()
  await expect(languageSelect(page)).toHaveValue('en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading('en'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await cookieOf(context)).toBeUndefined()
  expect(await storedOf(page)).toBeNull()
  await languageSelect(page).selectOption(second)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading(second))
})

test('offline, a failed change is reported even if the toast library cannot load', async ({
  page,
  context,
  watch,
}) => {
  watch.expectProblem(/Failed to load resource|net::ERR/)
  await page.goto('/login')
  await hydrated(page)
  await context.setOffline(true)
  await languageSelect(page).selectOption(first)
  await expect(page.getByRole('alert')).toContainText("Couldn't change the language.")
  await expect(languageSelect(page)).toHaveValue('en')
  await context.setOffline(false)
  await languageSelect(page).selectOption(first)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading(first))
})

test('a language and a theme chosen before the scripts load are applied', async ({ page }) => {
  let letThrough = () => {}
  const scripts = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await scripts
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await languageSelect(page).selectOption(first)
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  letThrough()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading(first))
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test('a browser that blocks storage still shows and switches languages', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('forbidden', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/login')
  await hydrated(page)
  await languageSelect(page).selectOption(first)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading(first))
})

test('the choice of a signed-in user is stored, used for mails, and applied in another browser from the first paint', async ({
  page,
  user,
  enter,
  readMail,
  browser,
  baseURL,
}) => {
  await enter(user)
  await page.goto('/dashboard')
  await hydrated(page)
  const stored = page.waitForResponse(
    (response) => response.url().includes('/api/trpc/profile.setLanguage') && response.ok(),
  )
  await languageSelect(page).selectOption(first)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(greeting(first))
  await stored
  await page.request.post('/api/auth/request-password-reset', {
    headers: { origin: baseURL ?? '', cookie: '' },
    data: { email: user.email },
  })
  const mail = await readMail(user.email, /./)
  const hello = textIn(first)('email:layout.greeting', { firstName: user.firstName })
  expect(mail.text).toContain(hello)

  const elsewhere = await browser.newContext({ baseURL, locale: 'en-US' })
  const other = await elsewhere.newPage()
  await other.goto('/login')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(heading('en'))
  await hydrated(other)
  await other.locator('#email').fill(user.email)
  await other.locator('#password').fill(user.password)
  const seen = await watchTexts(other)
  await other.locator('#password').press('Enter')
  await arrived(other, '/dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toContainText(greeting(first))
  expect(await seen()).toEqual([expect.stringContaining(`${first}: ${greeting(first)}`)])
  await expect.poll(async () => (await cookieOf(elsewhere))?.value).toBe(first)
  expect(await storedOf(other)).toBe(first)
  await elsewhere.close()
})

test('a browser with its own choice keeps it at sign-in', async ({ page, context, baseURL, signIn }) => {
  await setCookie(context, baseURL, second)
  const seen = await watchTexts(page)
  await signIn(ada)
  await expect(page.locator('html')).toHaveAttribute('lang', second)
  expect((await seen()).every((entry) => entry.startsWith(`${second}: `))).toBe(true)
})

test('a choice that the server fails to store still applies in this browser', async ({
  page,
  user,
  enter,
  watch,
}) => {
  watch.expectProblem(/Failed to load resource|profile\.setLanguage/)
  await enter(user)
  await page.goto('/dashboard')
  await hydrated(page)
  await page.route('**/api/trpc/profile.setLanguage*', (route) => route.fulfill({ status: 503, body: '' }))
  await languageSelect(page).selectOption(third)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(greeting(third))
  expect(await storedOf(page)).toBe(third)
})
