import type { Page, Route } from '@playwright/test'
import { arrived, expect, hydrated, isShown, type User } from './fixtures.ts'
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

/** Opens a page and waits for hydration and for its lists. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
  await atRest(page)
}

/**
 * Waits until the page has asked for what the server didn't send, and has the answers: one that arrives after
 * the session has changed moves the page by itself.
 */
export async function atRest(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isAtRest)).toBe(true)
}

/** Runs in the page. */
export async function isAtRest(): Promise<boolean> {
  type Queries = { queries: { current?: { queryClient: { isFetching(): number } } } }
  type Scheduler = { postTask(task: () => void, options: { priority: 'background' }): Promise<void> }
  const { scheduler } = globalThis as unknown as { scheduler: Scheduler }
  // The effects of a hydrated page, which ask, run before any background task.
  await scheduler.postTask(() => {}, { priority: 'background' })
  const context = window.__TSR_ROUTER__?.options.context as Queries | undefined
  return (context?.queries.current?.queryClient.isFetching() ?? 0) === 0
}

/** Disables live updates: with them a page notices the end by itself and leaves before the next click. */
export async function withoutLiveUpdates(page: Page): Promise<void> {
  await page.route(/\/api\/trpc\/\w+\.changes/, (route) => route.abort())
}

/**
 * After `hold` the queries under way have ended, and those that follow are sent by `release`, which lets all
 * later ones pass.
 */
export async function holdableQueries(
  page: Page,
): Promise<{ hold(): Promise<void>; release(): Promise<void> }> {
  let state: 'answered' | 'held' | 'released' = 'answered'
  const underWay = new Set<Promise<void>>()
  const held: Route[] = []
  await page.route(/\/api\/trpc\/(?!\w+\.changes)/, async (route) => {
    // A response that is read when the journey ends would fail it.
    if (state === 'released') return route.continue()
    if (state === 'held') {
      held.push(route)
      return
    }
    const passed = route.fetch().then((response) => route.fulfill({ response }))
    underWay.add(passed)
    await passed.finally(() => underWay.delete(passed))
  })
  return {
    async hold() {
      state = 'held'
      await Promise.all(underWay)
    },
    async release() {
      state = 'released'
      await Promise.all(held.map((route) => route.continue()))
    },
  }
}
