import { expect, hydrated, test } from './support/fixtures.ts'
import { moving } from './support/measure-page.ts'
import { visit } from './support/visit.ts'

test.use({ fades: true })

test('with reduced motion nothing moves: pages, palette, toasts and page transitions', async ({
  page,
  enter,
  watch,
}) => {
  watch.expectProblem(/404/)
  await page.addInitScript(recordTransitions)
  const still = async (path: string) => expect(await page.evaluate(moving), path).toEqual([])
  // One rule of the style sheet stops all motion; the gallery has every component.
  await visit(page, [{ path: '/' }, { path: '/dev/components' }], still)
  await enter()
  await visit(page, [{ path: '/dashboard' }, { path: '/dashboard/posts' }], still)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog').waitFor()
  await still('the palette')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect.poll(() => page.evaluate(longestTransition)).toBeLessThanOrEqual(0.01)
})

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a page transition fades for 120 ms and leaves the sidebar in place', async ({ page, enter }) => {
    await enter()
    await page.addInitScript(recordTransitions)
    await page.goto('/dashboard')
    await hydrated(page)
    await page.getByRole('link', { name: 'Posts', exact: true }).first().hover()
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
    await expect.poll(() => page.evaluate(longestTransition)).toBe(120)
    expect(await page.evaluate(() => (globalThis as unknown as Recorded).transitions.join())).not.toContain(
      'old(sidebar)',
    )
  })

  test('navigating in quick succession ends at the last page, without any errors', async ({
    page,
    enter,
  }) => {
    await enter()
    await page.goto('/dashboard')
    await hydrated(page)
    const [posts, home] = [
      page.getByRole('link', { name: 'Posts', exact: true }).first(),
      page.getByRole('link', { name: 'Home', exact: true }).first(),
    ]
    await posts.waitFor()
    for (const link of [posts, home, posts, home, posts])
      await link.evaluate((element) => (element as HTMLElement).click())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Posts')
  })

  test('hovering a link prefetches its page, and Back restores the scroll position', async ({
    page,
    user,
    enter,
    write,
  }) => {
    await page.setViewportSize({ width: 1280, height: 400 })
    await enter(user)
    for (let number = 1; number <= 8; number += 1) await write(`Post ${number}`)
    await page.goto('/dashboard/posts')
    await hydrated(page)
    const link = page.getByRole('link', { name: 'Post 2' })
    await link.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    expect(scrolled).toBeGreaterThan(200)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await link.hover()
    await expect
      .poll(
        () =>
          asked.some((url) => url.includes('posts.get')) && asked.some((url) => url.includes('/_postId-')),
      )
      .toBe(true)
    asked.length = 0
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post 2')
    expect(asked.filter((url) => url.includes('/_postId-'))).toEqual([])
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
  })
})

type Recorded = { transitions: string[] }

/** Runs before the page: records what each view transition animates, and for how long. */
function recordTransitions(): void {
  const transitions: string[] = []
  Object.assign(globalThis, { transitions })
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (change) => {
    const transition = start(change)
    const note = () => {
      for (const { effect } of document.getAnimations()) {
        const pseudo = (effect as KeyframeEffect).pseudoElement ?? ''
        if (pseudo.startsWith('::view-transition'))
          transitions.push(`${String(effect?.getTiming().duration)} ${pseudo}`)
      }
    }
    transition.ready.then(note, () => {})
    return transition
  }
}

/** In milliseconds; NaN until something was animated. */
function longestTransition(): number {
  const { transitions } = globalThis as unknown as Recorded
  return transitions.length === 0
    ? Number.NaN
    : Math.max(...transitions.map((line) => Number.parseFloat(line)))
}
