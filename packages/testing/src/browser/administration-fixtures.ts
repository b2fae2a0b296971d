import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { call } from './call.ts'
import { admin, expect, hydrated, test as base, type User } from './fixtures.ts'
import { inDatabase } from './in-database.ts'
import { visitor } from './team-fixtures.ts'
import { textIn, type Language } from './texts.ts'

export type Somebody = { id: string; name: string; email: string; password: string }

type Fixtures = {
  /** Signs in the demo administrator here, in that language. */
  enterAsAdmin(language?: Language): Promise<void>
  /** The same with a new administrator, for journeys that change the account or its sessions. */
  enterAsNewAdmin(language?: Language): Promise<User>
  /** Creates an account as the administrator, without the pages, with a unique name. */
  makeSomebody(): Promise<Somebody>
  /** Signs the user in with a separate browser. */
  signInElsewhere(who: { email: string; password: string }, language?: Language): Promise<Page>
}

export const test = base.extend<Fixtures>({
  enterAsAdmin: async ({ context, baseURL, enter }, use) => {
    await use(async (language = 'en') => {
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
      await enter(admin)
    })
  },
  enterAsNewAdmin: async ({ context, baseURL, enter, user }, use) => {
    await use(async (language = 'en') => {
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
      await enter(user)
      await inDatabase(`update "user" set role = 'admin', email_verified = true where email = $1`, [
        user.email,
      ])
      return user
    })
  },
  makeSomebody: async ({ page }, use) => {
    await use(async () => {
      const word = randomBytes(5).toString('hex')
      const user = {
        name: `Noor ${word}`,
        email: `noor.${word}@example.org`,
        password: 'vier rote Ziegel am Fluss',
      }
      const { id } = await call<{ id: string }>(page, 'admin.users.create', { ...user, role: 'user' })
      return { ...user, id }
    })
  },
  signInElsewhere: async ({ browser, baseURL }, use) => {
    const pages: Page[] = []
    await use(async ({ email, password }, language = 'en') => {
      const page = await visitor(browser, baseURL ?? '', language)
      pages.push(page)
      const answer = await page.request.post('/api/auth/sign-in/email', {
        headers: { origin: baseURL ?? '' },
        data: { email, password },
      })
      expect(answer.status(), await answer.text()).toBe(200)
      return page
    })
    for (const page of pages) await page.context().close()
  },
})

export const usersPath = '/dashboard/admin/users'
/** The path of the table filtered by one user. */
export const pathOf = ({ email }: { email: string }) => `${usersPath}?q=${encodeURIComponent(email)}`
export const rowOf = (page: Page, { email }: { email: string }) => page.getByRole('row', { name: email })
export const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** Opens a page and waits for hydration. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** Chooses an action in the menu of a user's row. */
export async function choose(
  page: Page,
  user: Somebody,
  { act, language = 'en' }: { act: `${string}:${string}`; language?: Language },
): Promise<void> {
  const t = textIn(language)
  await page.getByRole('button', { name: `${t('app:menu.actions')} ${user.name}` }).click()
  const menu = page.getByRole('menu')
  const item = menu.getByText(t(act), { exact: true })
  await item.waitFor()
  // A menu that is still being positioned may move away during a click, which no person is fast enough to
  // hit. The chosen item closes the menu.
  await expect(async () => {
    if (await item.isVisible()) await item.click({ timeout: 5_000 })
    await expect(menu).toHaveCount(0, { timeout: 5_000 })
  }).toPass()
}

/** Presses the dialog's own button, which has the same name as the one that opened it. */
export const press = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).click()

/** Expects a toast with this text and, if given, this reason. */
export async function expectToast(page: Page, words: string, reason?: string): Promise<void> {
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: words }).first()
  await expect(toast).toBeVisible()
  if (reason !== undefined) await expect(toast).toContainText(reason)
}
