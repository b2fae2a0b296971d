import type { Page } from '@playwright/test'
import { call } from '@plinth/testing/browser/call.ts'
import { expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

const t = textIn('en')

type Recorded = { moved: string[] }

/** Runs before the page: records which rows are animated, and which properties. */
function recordMotion(): void {
  const moved: string[] = []
  Object.assign(globalThis, { moved })
  const { animate } = Element.prototype
  Element.prototype.animate = function record(this: Element, frames, timing) {
    const { duration, delay } = timing as KeyframeAnimationOptions
    moved.push(
      `${this.textContent?.match(/First|Second|Third/)?.[0]}: ${Object.keys(frames ?? {}).join()} ${delay}+${duration}`,
    )
    return animate.call(this, frames, timing)
  }
}

/** Adds a to-do above others, then deletes it. Returns what moved each time. */
async function addAndDelete(page: Page): Promise<{ added: string[]; deleted: string[] }> {
  await page.addInitScript(recordMotion)
  for (const text of ['First', 'Second']) await call(page, 'todos.create', { text })
  await page.goto('/dashboard/tanstack-db-example')
  await hydrated(page)
  await expect(page.getByRole('listitem').filter({ hasText: 'Second' })).toBeVisible()
  const taken = () => page.evaluate(() => (globalThis as unknown as Recorded).moved.splice(0).toSorted())
  await taken()
  await page.locator('#text').fill('Third')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Third' })).toBeVisible()
  const added = await taken()
  await page.getByRole('button', { name: `${t('todos:lists.delete')} Third` }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Third' })).toHaveCount(0)
  return { added, deleted: await taken() }
}

test('with reduced motion rows come and go at once', async ({ page, enter, user }) => {
  await enter(user)
  expect(await addAndDelete(page)).toEqual({ added: [], deleted: [] })
})

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a row that is added appears, and the others move to where they belong', async ({
    page,
    enter,
    user,
  }) => {
    await enter(user)
    const others = ['First: 0,1 0+200', 'Second: 0,1 0+200']
    const list = 'Second: paddingBottom 0+200'
    expect(await addAndDelete(page)).toEqual({
      added: [...others, 'Third: opacity 0+200'],
      deleted: [...others, list],
    })
  })

  test('a to-do that is done stays for a moment before rows change places', async ({ page, enter, user }) => {
    await enter(user)
    await addAndDelete(page)
    await page.getByRole('checkbox', { name: 'Second' }).check()
    const moved = () => page.evaluate(() => (globalThis as unknown as Recorded).moved.toSorted())
    await expect.poll(moved).toEqual(['First: 0,1 600+200', 'Second: 0,1 600+200'])
  })
})
