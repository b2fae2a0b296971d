import type { Route } from '@playwright/test'
import { expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

const t = textIn('en')
const palette = '**/assets/command-palette-*.js'

test('a dialog whose code fails to load says so in a toast, and loads when it is opened again', async ({
  page,
  enter,
  watch,
}) => {
  watch.expectProblem(/Failed to load resource|dynamically imported module/)
  await enter()
  await page.goto('/dashboard/settings')
  await hydrated(page)
  const open = () => page.getByRole('button', { name: t('app:palette.open') }).click()
  const told = page.getByText(t('errors:notLoaded'))
  await page.route(palette, (route) => route.abort())

  await open()
  await expect(told).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open()
  await expect(told).toHaveCount(2)

  await page.unroute(palette)
  await open()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
})

/** Makes the home page's overview something that no component expects. */
async function breakActivity(route: Route): Promise<void> {
  const response = await route.fetch()
  const named = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? []
  const results = (await response.json()) as { result: { data: { json: { activity: unknown } } } }[]
  const overview = results[named.indexOf('overview.read')]
  if (overview) overview.result.data.json.activity = {}
  await route.fulfill({ response, json: results })
}

test('a card that throws says so with an id, beside the others, and is reported', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/TypeError/)
  await enter(user)
  await page.goto('/dashboard/settings')
  await hydrated(page)
  await page.route('**/api/trpc/*overview.read*', breakActivity)
  // The server would log it, and an error in the log fails the journeys.
  await page.route('**/api/client-errors', (route) => route.fulfill({ status: 204 }))
  const reported = page.waitForRequest('**/api/client-errors')
  await page
    .getByRole('link', { name: t('app:nav.home'), exact: true })
    .first()
    .click()

  await expect(page.getByRole('heading', { level: 1, name: user.firstName })).toBeVisible()
  const failed = page.getByRole('main').getByRole('alert')
  await expect(failed).toHaveCount(1)
  await expect(failed).toContainText(t('errors:unexpected'))
  const request = await reported
  const error = request.postDataJSON() as { id: string; name: string; route: string; frames: string[] }
  expect(error).toEqual({
    id: expect.stringMatching(/^[0-9a-z]{8,16}$/),
    name: 'TypeError',
    route: '/dashboard/',
    frames: expect.arrayContaining([expect.stringMatching(/^[\w$.]*@assets\/[\w.-]+\.js:\d+:\d+$/)]),
  })
  await expect(failed).toContainText(error.id)

  await page.unroute('**/api/trpc/*overview.read*')
  await page.goto('/dashboard')
  await expect(failed).toHaveCount(0)
})

test('a page that a member may not see is the 404 inside the shell, as an unknown one is', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/404/)
  await enter(user)
  for (const path of ['/dashboard/admin', '/dashboard/no-such-page']) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await hydrated(page)
    await expect(page.getByRole('main').getByRole('heading', { name: t('app:notFound.title') })).toBeVisible()
    await expect(page.getByRole('link', { name: t('app:nav.home'), exact: true }).first()).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(t('app:notFound.title')))
    await expect(page.getByRole('complementary').locator('[aria-current]')).toHaveCount(0)
  }
  await page
    .getByRole('link', { name: t('app:nav.home'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: user.firstName })).toBeVisible()
})
