import type { Locator } from '@playwright/test'
import { tabTo } from './support/by-keyboard.ts'
import { expect, hydrated, newWord, test } from './support/fixtures.ts'
import { tagOf, textIn } from './support/texts.ts'

test('a missing post is Not Found inside the page, with status 404', async ({ page, enter, user, watch }) => {
  watch.expectProblem(/404/)
  await enter(user)
  const response = await page.goto('/dashboard/posts/nosuchpost')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Posts', exact: true }).first()).toBeVisible()
})

test('a page opened offline loads by itself once the network is back', async ({
  page,
  context,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/INTERNET_DISCONNECTED|Failed to fetch|TRPC|posts\./)
  await enter(user)
  await page.goto('/dashboard')
  await hydrated(page)
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
  await failed
  await expect(page.getByRole('heading', { name: 'Posts', exact: true })).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Posts', exact: true })).toBeVisible()
})

for (const language of ['en', 'pt'] as const) {
  const t = textIn(language)
  test(
    `offline, a retry by keyboard sends a request at once, and waiting requests continue if the browser was wrong: ${language}`,
    tagOf(language),
    async ({ page, context, enter, user, watch }) => {
      watch.expectProblem(/INTERNET_DISCONNECTED|Failed to fetch/)
      await context.addCookies([{ name: 'i18next', value: language, url: process.env.PLINTH_URL ?? '' }])
      await enter(user)
      await page.goto('/dashboard/settings')
      await hydrated(page)
      const retry = page.getByRole('button', { name: t('app:error.retry') })
      await context.setOffline(true)
      await expect(page.getByText(t('app:offline'))).toBeVisible()
      await tabTo(page, retry)
      const refused = page.waitForEvent('requestfailed')
      await page.keyboard.press('Enter')
      await refused
      await expect(page.getByText(t('errors:offline'))).toBeVisible()
      await expect(retry).toBeFocused()
      await context.setOffline(false)
      await expect(retry).toHaveCount(0)

      // A browser that is online and does not know it.
      await page.evaluate(() => dispatchEvent(new Event('offline')))
      await page
        .getByRole('link', { name: t('posts:shell.nav'), exact: true })
        .first()
        .click()
      await expect(page.getByRole('status').filter({ hasText: t('app:pending.loading') })).toBeVisible()
      await tabTo(page, retry)
      await page.keyboard.press('Enter')
      await expect(retry).toHaveCount(0)
      await expect(page.getByRole('main')).toBeFocused()
      await expect(page.getByRole('heading', { name: t('posts:list.title'), exact: true })).toBeVisible()
    },
  )
}

test('while a page loads, its skeleton and Loading... take its place, without layout shift', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  // A page that has not fetched posts yet.
  await page.goto('/dashboard/settings')
  await hydrated(page)
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/trpc/posts.list**', async (route) => {
    await isLetThrough
    await route.continue()
  })
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
  const pending = page.getByRole('status').filter({ hasText: 'Loading...' })
  await expect(pending).toBeVisible()
  const placesOf = (...parts: Locator[]) => Promise.all(parts.map((part) => part.boundingBox()))
  const boxes = pending.locator('[data-slot=skeleton]')
  const [title, search] = await placesOf(boxes.nth(0), boxes.nth(2))
  letThrough()
  const heading = page.getByRole('heading', { name: 'Posts', exact: true })
  await expect(heading).toBeVisible()
  await expect(pending).toHaveCount(0)
  const [shownTitle, shownSearch] = await placesOf(heading, page.getByRole('searchbox'))
  expect([shownTitle?.x, shownTitle?.y, shownTitle?.height]).toEqual([title?.x, title?.y, title?.height])
  expect(shownSearch).toEqual(search)
})

test('clicking create twice creates one post', async ({ page, enter, user }) => {
  await enter(user)
  await page.goto('/dashboard/posts')
  await hydrated(page)
  await page.getByRole('link', { name: 'New post' }).first().click()
  const title = `Once ${newWord()}`
  await page.locator('#title').fill(title)
  await page.locator('#content').fill('Once')
  await page.getByRole('button', { name: 'Create post' }).dblclick()
  await expect(page.getByText('Your post has been created!')).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toHaveCount(1)
})

test('theme: dark before the first paint, remembered under `theme`, system follows the system', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await hydrated(page)
  await page.getByLabel('Theme').selectOption('light')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await page.addInitScript(() => {
    new MutationObserver(
      () =>
        document.readyState === 'loading' &&
        document.documentElement.classList.contains('dark') &&
        console.error('dark flash'),
    ).observe(document, { subtree: true, childList: true, attributes: true })
  })
  await page.reload()
  await expect(page.getByLabel('Theme')).toHaveValue('light')
  await page.getByLabel('Theme').selectOption('system')
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('system')
})
