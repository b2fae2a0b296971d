import { expect, hydrated, newWord, test } from './support/fixtures.ts'

test('an unknown path is a 404 with a way home', async ({ page, watch }) => {
  watch.expectProblem(/404/)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to home' }).click()
  await expect(page).toHaveURL('/')
})

test('a missing post is Not Found inside the page, with status 404', async ({
  page,
  enter,
  person,
  watch,
}) => {
  watch.expectProblem(/404/)
  await enter(person)
  const response = await page.goto('/dashboard/posts/nosuchpost')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Posts', exact: true }).first()).toBeVisible()
})

test('a page that is opened offline comes by itself once the network is back', async ({
  page,
  context,
  enter,
  person,
  watch,
}) => {
  watch.expectProblem(/INTERNET_DISCONNECTED|Failed to fetch|TRPC|posts\./)
  await enter(person)
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

test('a query that fails shows the error box; its retry loads the page', async ({
  page,
  enter,
  person,
  write,
  watch,
}) => {
  watch.expectProblem(/500|TRPC|errors:|posts\.get|Failed/)
  await enter(person)
  await write('The first stone')
  await page.goto('/dashboard')
  const link = page.getByRole('article').getByRole('link').first()
  await page.route('**/api/trpc/posts.get**', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await link.click()
  await expect(page.getByText('Something went wrong!')).toBeVisible()
  await page.getByRole('button', { name: 'Show Error' }).click()
  await expect(page.getByText('Code: errors:unexpected')).toBeVisible()
  await page.getByRole('button', { name: 'Hide Error' }).click()
  await expect(page.getByText('Code: errors:unexpected')).toHaveCount(0)
  await page.unroute('**/api/trpc/posts.get**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(page.getByText('Something went wrong!')).toHaveCount(0)
})

test('a post that could not be sent keeps its text and says so', async ({ page, enter, person, watch }) => {
  watch.expectProblem(/Failed to fetch|ERR_FAILED|posts\.create|TRPC/)
  await enter(person)
  await page.goto('/dashboard/posts')
  await hydrated(page)
  await page.getByRole('button', { name: 'New post' }).first().click()
  await page.locator('#title').fill('Kept')
  await page.locator('#content').fill('Every word of it')
  await page.route('**/api/trpc/posts.create**', (route) => route.abort())
  await page.getByRole('button', { name: 'Create post' }).click()
  await expect(page.getByText('An unknown error has occurred. Please try again!')).toBeVisible()
  await expect(page.locator('#content')).toHaveValue('Every word of it')
  await page.unroute('**/api/trpc/posts.create**')
  await page.getByRole('button', { name: 'Create post' }).click()
  await expect(page.getByText('Your post has been created!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Kept' })).toHaveCount(1)
})

test('two clicks on create make one post', async ({ page, enter, person }) => {
  await enter(person)
  await page.goto('/dashboard/posts')
  await hydrated(page)
  await page.getByRole('button', { name: 'New post' }).first().click()
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

test('signed in, the sign-in pages lead to the dashboard and the home page offers it', async ({
  page,
  enter,
  person,
}) => {
  await enter(person)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/register')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('every page answers with and without a trailing slash', async ({ request }) => {
  for (const path of ['/login', '/register', '/verify-email']) {
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(200)
    expect((await request.get(`${path}/`, { maxRedirects: 0 })).status(), `${path}/`).toBe(200)
  }
})
