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
  // One rule of the style sheet stops all motion.
  await visit(page, [{ path: '/login' }], still)
  await enter()
  await visit(page, [{ path: '/dashboard' }, { path: '/dashboard/settings' }], still)
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
    await page.getByRole('link', { name: 'Settings', exact: true }).first().hover()
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
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
    const [settings, home] = [
      page.getByRole('link', { name: 'Settings', exact: true }).first(),
      page.getByRole('link', { name: 'Home', exact: true }).first(),
    ]
    await settings.waitFor()
    for (const link of [settings, home, settings, home, settings])
      await link.evaluate((element) => (element as HTMLElement).click())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
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
