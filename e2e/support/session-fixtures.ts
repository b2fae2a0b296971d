import type { Page, Route } from '@playwright/test'
import { arrived, hydrated, isShown, type User } from './fixtures.ts'
import { inDatabase } from './in-database.ts'

/** Ends every session of a user in the database, as another device or an administrator would. */
export async function endSessions({ email }: Pick<User, 'email'>): Promise<void> {
  await inDatabase(`delete from session where user_id = (select id from "user" where email = $1)`, [email])
}

/** Signs in on the sign-in page that is currently shown. */
export async function signInHere(
  page: Page,
  { email, password }: Pick<User, 'email' | 'password'>,
): Promise<void> {
  await arrived(page, '/login')
  await hydrated(page)
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await page.locator('#password').press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  await isShown(page)
}

/** Opens a page and waits for hydration. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** Disables live updates: with them a page notices the end by itself and leaves before the next click. */
export async function withoutLiveUpdates(page: Page): Promise<void> {
  await page.route(/\/api\/trpc\/\w+\.changes/, (route) => route.abort())
}

/** After `hold` the queries under way have ended, and those that follow are sent by `release`. */
export async function holdableQueries(
  page: Page,
): Promise<{ hold(): Promise<void>; release(): Promise<void> }> {
  let isHeld = false
  const underWay = new Set<Promise<void>>()
  const held: Route[] = []
  await page.route(/\/api\/trpc\/(?!\w+\.changes)/, async (route) => {
    if (isHeld) {
      held.push(route)
      return
    }
    const passed = route.fetch().then((response) => route.fulfill({ response }))
    underWay.add(passed)
    await passed.finally(() => underWay.delete(passed))
  })
  return {
    async hold() {
      isHeld = true
      await Promise.all(underWay)
    },
    async release() {
      isHeld = false
      await Promise.all(held.map((route) => route.continue()))
    },
  }
}
