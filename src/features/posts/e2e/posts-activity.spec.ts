import { call } from '@plinth/testing/browser/call.ts'
import { expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'

test('titles of activities have two lines at most', async ({ page, enter, user }) => {
  await enter(user)
  await call(page, 'posts.create', { title: 'Notes on glazes '.repeat(12).trim(), content: 'All of it.' })
  await page.setViewportSize({ width: 1024, height: 900 })
  await page.goto('/dashboard')
  await hydrated(page)
  const title = page.locator('section', { has: page.locator('#recent-activity') }).getByRole('link')
  await expect(title).toContainText('Notes on glazes')
  expect((await title.boundingBox())?.height).toBeLessThanOrEqual(40)
})
