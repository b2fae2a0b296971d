import { randomBytes } from 'node:crypto'
import {
  expect,
  test as base,
  type APIRequestContext,
  type ConsoleMessage,
  type Locator,
  type Page,
} from '@playwright/test'
import type { MailboxEntry } from '@plinth/core/mail/server'
import { DEMO_PASSWORD } from './global-setup.ts'
import { inDatabase } from './in-database.ts'
import { keptSecrets } from './kept-secrets.ts'

/** A mail as `/dev/mailbox.json` returns it. */
type Mail = Omit<MailboxEntry, 'createdAt'>
export type User = { firstName: string; lastName: string; email: string; password: string }

type Fixtures = {
  /**
   * Whether page transitions fade. During a fade, which is long on a slow machine, no click reaches the page;
   * journeys that are not about it turn it off.
   */
  fades: boolean
  /** Fails the test on any console error, page error or policy violation it did not expect. */
  watch: { expectProblem(pattern: RegExp): void }
  /** A new user of this journey, not signed up yet. */
  user: User
  signIn(user?: { email: string; password: string }): Promise<void>
  /** Signs in or up without the pages, for journeys that are about something else. */
  enter(user?: User | { email: string; password: string }): Promise<void>
  readMail(to: string, subject: RegExp): Promise<Mail>
}

export const ada = { email: 'ada@example.com', password: DEMO_PASSWORD }
export const admin = { email: 'admin@example.com', password: DEMO_PASSWORD }

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env.TEST_URL),
  locale: 'en-US',
  fades: [false, { option: true }],
  watch: [
    async ({ context, fades }, use) => {
      const problems: string[] = []
      // The script added below, which the frame of a mail blocks.
      const expected: RegExp[] = [/Blocked script execution in 'about:srcdoc'/]
      const note = (text: string) => problems.push(text)
      // Hydration errors are among these.
      context.on('weberror', (error) => note(`page error: ${error.error().message}`))
      context.on(
        'console',
        (message: ConsoleMessage) =>
          message.type() === 'error' && note(`console: ${message.text()} (${message.location().url})`),
      )
      await context.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(
            `policy violation: ${event.violatedDirective} ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`,
          ),
        ),
      )
      if (!fades)
        await context.addInitScript(
          () => void Object.defineProperty(document, 'startViewTransition', { value: undefined }),
        )
      // All journeys share one client address; they do not test its hourly limits.
      await inDatabase("delete from limit_counter where key like '%:address:%'", [])
      await use({ expectProblem: (pattern) => expected.push(pattern) })
      expect(await keptSecrets(context)).toEqual([])
      expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([])
    },
    { auto: true },
  ],
  user: async ({}, use) => {
    await use({
      firstName: 'Ines',
      lastName: 'Müller-García',
      email: `ines.${newWord()}@example.org`,
      password: 'vier rote Ziegel am Fluss',
    })
  },
  signIn: async ({ page }, use) => {
    await use(async ({ email, password } = ada) => {
      await page.goto('/login')
      // A form submitted before its script has loaded shows the page again.
      await hydrated(page)
      await page.locator('#email').fill(email)
      await page.locator('#password').fill(password)
      await page.locator('#password').press('Enter')
      await arrived(page, '/dashboard')
    })
  },
  enter: async ({ page, baseURL, locale }, use) => {
    await use(async (user = ada) => {
      const path = 'firstName' in user ? '/api/auth/sign-up/email' : '/api/auth/sign-in/email'
      const answer = await page.request.post(path, {
        headers: { origin: baseURL ?? '', 'accept-language': locale ?? '' },
        data: user,
      })
      expect(answer.status(), await answer.text()).toBe(200)
    })
  },
  readMail: async ({ request }, use) => {
    await use(async (to, subject) => {
      let found: Mail | undefined
      await expect
        .poll(async () => {
          found = (await mailsTo(request, to)).find((mail) => subject.test(mail.subject))
          return found !== undefined
        })
        .toBe(true)
      return found as unknown as Mail
    })
  },
})

/** Returns the mails to an address, newest first. */
export async function mailsTo(request: APIRequestContext, to: string): Promise<Mail[]> {
  const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as Mail[]
}

/** Waits two frames, so that the page has handled the last key or click. */
export async function afterFrames(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )
}

/** Waits for hydration: text typed earlier into a controlled field would be lost. */
export async function hydrated(page: Page): Promise<void> {
  // React hydrates in parts: interactive elements are what matters.
  await page.waitForFunction(() => {
    const isTaken = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'))
    const main = document.querySelector('main')
    // A link that is not hydrated reloads the whole page. Links in `main` may be part of text from the
    // server.
    const used = [...document.querySelectorAll('a:not(main a), input, textarea, select, button')]
    // What the server renders for good works without scripts.
    const live = used.filter((element) => !element.closest('[data-unhydrated]'))
    return main !== null && [main, ...live].every(isTaken)
  })
}

/** Reloads the page and waits for hydration. */
export async function reload(page: Page): Promise<void> {
  await page.reload()
  await hydrated(page)
}

/** Waits until the page at that path is shown: the URL changes earlier. */
export async function arrived(page: Page, path: string): Promise<void> {
  const bare = (pathname: string) => pathname.replace(/(.)\/$/, '$1')
  await page.waitForURL((url) => bare(url.pathname) === bare(path))
  await isShown(page)
}

/** Waits until the page of the current URL is shown. */
export async function isShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const shown = window.__TSR_ROUTER__?.stores.resolvedLocation.get()
    const plain = (address: string) =>
      decodeURIComponent(address.replaceAll('+', ' ').replace(/(.)\/(\?|$)/, '$1$2'))
    return shown && plain(shown.pathname + shown.searchStr) === plain(location.pathname + location.search)
  })
}

/**
 * Presses a key until what it opens is shown: React's key listeners start shortly after hydration, with no
 * signal to wait for.
 */
export async function pressUntilShown(page: Page, key: string, shown: Locator): Promise<void> {
  await expect(async () => {
    if (!(await shown.isVisible())) await page.keyboard.press(key)
    await expect(shown).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

/** A word that no other journey uses. */
export const newWord = () => randomBytes(5).toString('hex')

export { expect }
