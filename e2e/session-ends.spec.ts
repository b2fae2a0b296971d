import type { Page } from '@playwright/test'
import { box } from './support/chat-fixtures.ts'
import { arrived, expect, hydrated, test } from './support/fixtures.ts'
import { endSessions, open, signInHere } from './support/session-fixtures.ts'
import { tagOf, textIn } from './support/texts.ts'

// A session ends elsewhere: signed out on another device, revoked, banned, expired. No page becomes a dead
// end.

/** Disables live updates: with them a page notices the end by itself and leaves before the next click. */
async function withoutLiveUpdates(page: Page): Promise<void> {
  await page.route(/\/api\/trpc\/(todos|posts)\.changes/, (route) => route.abort())
}

test('a link leads to the sign-in page and from there to its target', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/401|signInFirst|(todos|posts)\.changes/)
  await withoutLiveUpdates(page)
  await enter(user)
  await open(page, '/dashboard')
  await endSessions(user)
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
  await signInHere(page, user)
  await arrived(page, '/dashboard/posts')
})

for (const language of ['en', 'de', 'es', 'pt'] as const) {
  const t = textIn(language)
  test(
    `a dialog leads to the sign-in page too, which says why: ${language}`,
    tagOf(language),
    async ({ page, context, baseURL, enter, user, watch }) => {
      watch.expectProblem(/401|signInFirst|(todos|posts)\.changes/)
      await withoutLiveUpdates(page)
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
      await enter(user)
      await open(page, '/dashboard/settings')
      await page.getByRole('button', { name: t('account:passkeys.add') }).click()
      await page.getByRole('dialog').locator('#name').fill('Laptop')
      await endSessions(user)
      await page.getByRole('dialog').locator('#name').press('Enter')
      await arrived(page, '/login')
      await expect(page.getByText(t('sign-in:signIn.ended'))).toBeVisible()
      await signInHere(page, user)
      await arrived(page, '/dashboard/settings')
    },
  )
}

test('a previously visited page is not shown from the cache without a session', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/401|signInFirst|(todos|posts)\.changes/)
  await withoutLiveUpdates(page)
  await enter(user)
  await open(page, '/dashboard/posts')
  // The home page refetches the posts when it is shown: without a session it would leave by itself.
  const refetched = page.waitForResponse(/\/api\/trpc\/[^?]*posts\.list/)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(user.firstName)
  await refetched
  await endSessions(user)
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
  await signInHere(page, user)
  await arrived(page, '/dashboard/posts')
})

test('what a form was sending is there again after signing in: a post, a name, a to-do', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/401|signInFirst|(todos|posts)\.changes/)
  await withoutLiveUpdates(page)
  await enter(user)

  await open(page, '/dashboard/posts/new')
  await page.locator('#title').fill('Kiln opening')
  await page.locator('#content').fill('Bring gloves.')
  await endSessions(user)
  await page.getByRole('button', { name: 'Create post' }).click()
  await signInHere(page, user)
  await expect(page.locator('#title')).toHaveValue('Kiln opening')
  await expect(page.locator('#content')).toHaveValue('Bring gloves.')

  await open(page, '/dashboard/settings/')
  // The form takes input once it has the name.
  await expect(page.locator('#firstName')).toHaveValue(user.firstName)
  await page.locator('#firstName').fill('Inés')
  await endSessions(user)
  await page.locator('#firstName').press('Enter')
  await signInHere(page, user)
  await expect(page.locator('#firstName')).toHaveValue('Inés')
  await expect(page.locator('#lastName')).toHaveValue(user.lastName)

  await open(page, '/dashboard/tanstack-db-example')
  await page.locator('#text').fill('Order clay')
  await endSessions(user)
  await page.locator('#text').press('Enter')
  await signInHere(page, user)
  await expect(page.locator('#text')).toHaveValue('Order clay')

  // Saved text is not a draft.
  await page.locator('#text').press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Order clay', exact: true }).first()).toBeEnabled()
  await expect(page.locator('li > .opacity-60')).toHaveCount(0)
  await endSessions(user)
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
  await signInHere(page, user)
  await open(page, '/dashboard/tanstack-db-example')
  await expect(page.getByRole('checkbox', { name: 'Order clay', exact: true }).first()).toBeVisible()
  await expect(page.locator('#text')).toHaveValue('')
})

for (const path of ['/dashboard/chat', '/dashboard/chat/vercel', '/dashboard/chat/rag'] as const) {
  test(`a chat message is there again after signing in: ${path}`, async ({ page, enter, user, watch }) => {
    watch.expectProblem(/401|signInFirst|(todos|posts)\.changes/)
    await withoutLiveUpdates(page)
    await enter(user)
    await open(page, path)
    await box(page).fill('When does the kiln open?')
    await endSessions(user)
    await box(page).press('Enter')
    await signInHere(page, user)
    await expect(box(page)).toHaveValue('When does the kiln open?')
    await arrived(page, path)
  })
}

test('an upload leads to the sign-in page too', async ({ page, enter, user, watch }) => {
  watch.expectProblem(/401|signInFirst|(todos|posts)\.changes/)
  await enter(user)
  await open(page, '/dashboard/chat/rag')
  // Not earlier: the page polls the list of documents.
  await page.route('**/documents.upload**', async (route) => {
    await endSessions(user)
    await route.continue()
  })
  await page
    .locator('input[name=file]')
    .first()
    .setInputFiles([
      { name: 'kiln.txt', mimeType: 'text/plain', buffer: Buffer.from('It opens on Thursday.') },
    ])
  await signInHere(page, user)
  await arrived(page, '/dashboard/chat/rag')
})

test('an open list with live updates leads to the sign-in page by itself when the session is revoked', async ({
  page,
  browser,
  enter,
  user,
  watch,
  baseURL,
}) => {
  watch.expectProblem(/401|signInFirst|(todos|posts)\.changes/)
  await enter(user)
  await open(page, '/dashboard/tanstack-db-example')
  const elsewhere = await browser.newContext({ baseURL })
  const headers = { origin: baseURL ?? '' }
  const { email, password } = user
  await elsewhere.request.post('/api/auth/sign-in/email', { headers, data: { email, password } })
  const revoked = await elsewhere.request.post('/api/trpc/sessions.revokeOthers', { headers, data: {} })
  expect(revoked.status(), await revoked.text()).toBe(200)
  await signInHere(page, user)
  await arrived(page, '/dashboard/tanstack-db-example')
  await elsewhere.close()
})

test('text typed by one user is not shown to another who signs in on the same page', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/401|signInFirst|(todos|posts)\.changes/)
  await withoutLiveUpdates(page)
  const other = { ...user, firstName: 'Otto', email: `other.${user.email}` }
  await enter(other)
  await enter(user)
  await open(page, '/dashboard/chat')
  await box(page).fill('For my eyes only')
  await endSessions(user)
  await endSessions(other)
  await box(page).press('Enter')
  await signInHere(page, other)
  await hydrated(page)
  await expect(box(page)).toHaveValue('')
})
