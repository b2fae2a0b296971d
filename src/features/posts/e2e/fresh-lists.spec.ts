import type { Page } from '@playwright/test'
import { call } from '@plinth/testing/browser/call.ts'
import { expect } from '@plinth/testing/browser/fixtures.ts'
import { isAtRest, open } from '@plinth/testing/browser/session-fixtures.ts'
import { usePersonalWorkspace, withoutChannel } from '@plinth/testing/browser/tabs.ts'
import { test, writeOrganization } from '@plinth/testing/browser/team-fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

// Route data is always stale: it is refetched when shown again, and not right after a fetch.

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
const post = (title: string) => ({ title, content: 'Everything stands on it.' })

/**
 * Collects the paths of the page's reads from now on. Optional ones, which travel without a batch, are left
 * out: the page asks for those that the server didn't wait for.
 */
function readsOf(page: Page): string[] {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const isOfPage = searchParams.has('batch') || /^\/(api\/auth|_serverFn)\//.test(pathname)
    if (request.method() === 'GET' && isOfPage) reads.push(pathname)
  })
  return reads
}

/** Advances the page's clock in small steps until that is so. */
const untilPassed = (page: Page, check: () => void | Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(10)
    await check()
  }).toPass({ intervals: [100] })

/** With a clock of the test: waits until deferred requests of the page have been sent and answered. */
async function settled(page: Page): Promise<void> {
  await page.clock.runFor(3_000)
  await untilPassed(page, async () => expect(await page.evaluate(isAtRest)).toBe(true))
}

test('a list that was seen recently is shown at once on return and refetched', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await call(page, 'posts.create', post('Before'))
  await open(page, '/dashboard/posts')
  await expect(link(page, 'Before')).toBeVisible()
  await link(page, 'Home').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(user.firstName)
  await call(page, 'posts.create', post('Written elsewhere'))
  await link(page, 'Posts').click()
  await expect(link(page, 'Before')).toBeVisible()
  await expect(link(page, 'Written elsewhere')).toBeVisible()
})

/** Resolves when the page has subscribed to changes of posts. */
const listening = (page: Page) => page.waitForResponse(/posts\.changes/)

test('what another member creates, changes, deletes and restores appears in an open list by itself', async ({
  page,
  settleTeam,
}) => {
  const { guest } = await settleTeam()
  const begun = listening(page)
  await open(page, '/dashboard/posts')
  await begun
  const { id } = await call<{ id: string }>(guest.page, 'posts.create', post('From a member'))
  await expect(link(page, 'From a member')).toBeVisible()
  await call(guest.page, 'posts.update', { id, ...post('Changed by a member') })
  await expect(link(page, 'Changed by a member')).toBeVisible()
  await call(guest.page, 'posts.delete', { id })
  await expect(link(page, 'Changed by a member')).toBeHidden()
  await call(guest.page, 'posts.restore', { id })
  await expect(link(page, 'Changed by a member')).toBeVisible()
})

test('a hidden tab ends its subscription and refetches when shown again', async ({ page, enter, user }) => {
  await enter(user)
  const begun = listening(page)
  await open(page, '/dashboard/posts')
  await begun
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((to) => {
      Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  const ended = page.waitForEvent('requestfailed', (request) => /posts\.changes/.test(request.url()))
  await turn('hidden')
  await ended
  await call(page, 'posts.create', post('From another device'))
  await expect(link(page, 'From another device')).toBeHidden()
  await turn('visible')
  await expect(link(page, 'From another device')).toBeVisible()
})

test('a post created in another tab appears in an open list', async ({ page, context, enter, user }) => {
  await enter(user)
  await open(page, '/dashboard/posts')
  const other = await context.newPage()
  await open(other, '/dashboard/posts/new')
  await other.locator('#title').fill('From the other tab')
  await other.locator('#content').fill('Words.')
  await other.getByRole('button', { name: 'Create post', exact: true }).click()
  await expect(link(page, 'From the other tab')).toBeVisible()
})

test('nothing is fetched twice: not after the first load, not when a link is hovered and clicked', async ({
  page,
  enter,
  user,
}) => {
  // What was just fetched counts as fresh for five seconds, which pass quickly on a busy machine.
  await page.clock.install()
  await page.clock.setFixedTime(new Date())
  await enter(user)
  const reads = readsOf(page)
  await open(page, '/dashboard/posts')
  await settled(page)
  expect(reads).toEqual([])
  await link(page, 'Home').hover()
  await untilPassed(page, () => expect(reads).not.toEqual([]))
  await settled(page)
  await link(page, 'Home').click()
  await untilPassed(page, () =>
    expect(page.getByRole('heading', { level: 1 })).toContainText(user.firstName, { timeout: 1_000 }),
  )
  await settled(page)
  const asked = reads.flatMap((path) => path.split('/').at(-1)?.split(',') ?? [])
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
})

test('no post of another workspace is shown after the workspace was changed', async ({ page, settle }) => {
  const { email, firstName } = await settle()
  await call(page, 'posts.create', post('Only mine'))
  await open(page, '/dashboard/posts')
  await expect(link(page, 'Only mine')).toBeVisible()
  await writeOrganization([{ email, role: 'owner' }])
  await link(page, 'Home').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(firstName)
  await link(page, 'Posts').click()
  await expect(page.getByRole('heading', { name: 'Posts', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Only mine' })).toHaveCount(0)
  await usePersonalWorkspace({ email })
  await link(page, 'Home').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(firstName)
  await link(page, 'Posts').click()
  await expect(link(page, 'Only mine')).toBeVisible()
})

test('an outdated tab does not write to another workspace', async ({ page, context, settle, watch }) => {
  watch.expectProblem(/409|otherAccount/)
  await withoutChannel(context)
  const { email } = await settle()
  await writeOrganization([{ email, role: 'owner' }])
  await open(page, '/dashboard/posts/new')
  await page.locator('#title').fill('For the organization')
  await page.locator('#content').fill('Not for me alone.')
  await usePersonalWorkspace({ email })
  await page.getByRole('button', { name: 'Create post', exact: true }).click()
  await expect(page.getByRole('dialog', { name: textIn('en')('app:outdated.title') })).toBeVisible()
  await page.goto('/dashboard/posts')
  await expect(page.getByText('For the organization')).toHaveCount(0)
})
