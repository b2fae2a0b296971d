import { admin, expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { moving } from '@plinth/testing/browser/measure-page.ts'
import { visit } from '@plinth/testing/browser/visit.ts'

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

  test('the mark of the chosen tab moves to the next one', async ({ page, enter }) => {
    await enter()
    await page.goto('/dashboard/settings-enhanced')
    await hydrated(page)
    const tabs = page.getByRole('tablist')
    const moved = tabs.evaluate(
      (list) =>
        new Promise((resolve) =>
          (list as HTMLElement).addEventListener('transitionend', (event) => {
            const { pseudoElement, propertyName, elapsedTime } = event
            if (pseudoElement === '::before' && propertyName === 'top') resolve(elapsedTime)
          }),
        ),
    )
    await page.getByRole('tab', { name: 'Data' }).click()
    expect(await moved).toBe(0.16)
  })

  test('a dialog grows from the button that opened it', async ({ page, enter }) => {
    await enter(admin)
    await page.goto('/dashboard/admin/users')
    await hydrated(page)
    const opener = page.getByRole('button', { name: 'Create User', exact: true })
    const place = await opener.boundingBox()
    await opener.click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const origin = await dialog.evaluate((element) => {
      const box = element as HTMLElement
      const [x = 0, y = 0] = getComputedStyle(box).transformOrigin.split(' ').map(Number.parseFloat)
      return { x: x + (innerWidth - box.offsetWidth) / 2, y: y + (innerHeight - box.offsetHeight) / 2 }
    })
    expect(place && origin.x > place.x && origin.x < place.x + place.width).toBe(true)
    expect(place && origin.y > place.y && origin.y < place.y + place.height).toBe(true)
  })

  const opening = [
    { what: 'the palette', width: 1280, path: '/dashboard', name: 'Search' },
    { what: 'a dialog', width: 1280, path: '/dashboard/admin/users', name: 'Create User' },
    {
      what: 'a drawer',
      width: 1280,
      path: '/dashboard/admin/users?q=dan@example.com',
      name: 'Dan Weber',
    },
    { what: 'a sheet', width: 390, path: '/dashboard', name: 'More' },
  ]
  for (const { what, width, path, name } of opening) {
    test(`${what} comes in at the first press too`, async ({ page, enter }) => {
      await page.setViewportSize({ width, height: 800 })
      await enter(admin)
      await page.goto(path)
      await hydrated(page)
      await page.evaluate(() => {
        const moved: string[] = []
        Object.assign(globalThis, { moved })
        // A sheet slides in as it is; what else comes in fades.
        document.addEventListener('transitionrun', ({ target, propertyName }) => {
          if (/^(opacity|translate)$/.test(propertyName)) moved.push((target as Element).role ?? '')
        })
      })
      await page.getByRole('button', { name, exact: true }).first().click()
      await page.getByRole('dialog').waitFor()
      await expect
        .poll(() => page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved))
        .toEqual(expect.arrayContaining(['dialog', 'presentation']))
    })
  }

  test('a finger swipes a sheet of a phone away, and a short way lets it back', async ({ page, enter }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await enter()
    await page.goto('/dashboard')
    await hydrated(page)
    await page.getByRole('button', { name: 'More' }).click()
    const sheet = page.getByRole('dialog', { name: 'More' })
    const top = async () => (await sheet.boundingBox())?.y ?? 0
    // Waits until it stands.
    await sheet.hover()
    const rest = await top()
    const touch = await page.context().newCDPSession(page)
    async function swipe(by: number, steps: number): Promise<void> {
      const points = Array.from({ length: steps + 1 }, (_, step) => rest + 10 + (by * step) / steps)
      for (const [step, y] of points.entries()) {
        const type = step === 0 ? 'touchStart' : 'touchMove'
        await touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: 195, y }] })
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe(30, 12)
    await expect.poll(top).toBe(rest)
    await expect(sheet).toBeVisible()
    await swipe(450, 6)
    await expect(sheet).toHaveCount(0)
  })

  test('no frame of a change of the theme has colors of both', async ({ page, enter }) => {
    await enter()
    await page.goto('/dashboard')
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(framesOfDark)).toBe(1)
    // Afterwards colors fade again.
    await expect.poll(() => page.evaluate(() => document.documentElement.className)).not.toContain('theming')
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

/** Runs in the page: how many different frames there are from the one with the dark theme. */
async function framesOfDark(): Promise<number> {
  const colors = () =>
    [...document.querySelectorAll('body *')]
      .map((part) => {
        const { color, backgroundColor, borderTopColor } = getComputedStyle(part)
        return [color, backgroundColor, borderTopColor].join()
      })
      .join(' ')
  localStorage.setItem('theme', 'dark')
  dispatchEvent(new Event('themechange'))
  const frames = new Set<string>()
  for (let frame = 0; frame < 20; frame++) {
    await new Promise(requestAnimationFrame)
    frames.add(colors())
  }
  return frames.size
}

/** In milliseconds; NaN until something was animated. */
function longestTransition(): number {
  const { transitions } = globalThis as unknown as Recorded
  return transitions.length === 0
    ? Number.NaN
    : Math.max(...transitions.map((line) => Number.parseFloat(line)))
}
