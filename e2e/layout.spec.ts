import { admin, expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { layoutShift } from '@plinth/testing/browser/measure-page.ts'
import { screens, type Screen } from '@plinth/testing/browser/screens.ts'
import { movedFromSkeleton } from './skeleton-places.ts'
import { withoutLiveUpdates } from '@plinth/testing/browser/session-fixtures.ts'
import { pathOf, visit } from '@plinth/testing/browser/visit.ts'

const isMain = (screen: Screen) => screen.isMain === true

const devices = Object.entries({
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 800 },
})

for (const [device, viewport] of devices) {
  test(`no layout shift while a page loads: ${device}`, async ({ page, enter, watch }) => {
    await page.setViewportSize(viewport)
    // What another journey writes in Ada's workspace would move a list.
    watch.expectProblem(/\.changes/)
    await withoutLiveUpdates(page)
    // The font loads late, as on a slow connection: its fallback takes exactly the same space.
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })
    await page.goto('/login')
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    const look = async (path: string) => {
      await page.evaluate(() => document.fonts.ready)
      expect(await page.evaluate(layoutShift), path).toBe(0)
    }
    await visit(page, screens.open.filter(isMain), look)
    await enter()
    await visit(page, screens.signedIn.filter(isMain), look)
  })
}

/** A tab is the page that it is on. */
const hasSkeleton = ({ path, status = 200 }: Screen) => status === 200 && !path.includes('?')

const wide = ['wide window', { width: 1920, height: 1080 }] as const
for (const [device, viewport] of [...devices, wide]) {
  test(
    `nothing moves when a page fills its skeleton: ${device}`,
    { tag: device === 'desk' ? [] : '@slow' },
    async ({ page, enter, watch }) => {
      watch.expectProblem(/404/)
      await page.setViewportSize(viewport)
      await enter(admin)
      const moved: string[] = []
      for (const screen of [...screens.signedIn, ...screens.admin].filter(hasSkeleton))
        moved.push(...(await movedFromSkeleton(page, await pathOf(page, screen, 'Kiln opening'))))
      expect(moved).toEqual([])
    },
  )
}

test('the breadcrumb and the title begin in the same place on every page, and its action ends where the top bar does', async ({
  page,
  enter,
  watch,
}) => {
  watch.expectProblem(/404/)
  await enter(admin)
  const begins = new Map<string, string[]>()
  const ends: { end: number; action: number }[] = []
  for (const screen of [...screens.signedIn, ...screens.admin].filter(hasSkeleton)) {
    const path = await pathOf(page, screen)
    await page.goto(path)
    await hydrated(page)
    // A chat fills the window.
    const isWindow = (await page.locator('main > .fills-window').count()) > 0
    for (const width of [1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 1080 })
      for (const part of ['[data-slot=breadcrumb]', ...(isWindow ? [] : ['main h1'])]) {
        const { x = 0 } = (await page.locator(part).first().boundingBox()) ?? {}
        const place = `${width}: ${x}`
        begins.set(place, [...(begins.get(place) ?? []), `${part} of ${path}`])
      }
    }
    const action = page.locator('main > div > div > h1 ~ div')
    if ((await action.count()) === 0) continue
    const { x = 0, width = 0 } = (await action.boundingBox()) ?? {}
    const end = await page.locator('header > div').evaluate((bar) => {
      return bar.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(bar).paddingRight)
    })
    ends.push({ end, action: x + width })
  }
  expect([...begins.values()]).toHaveLength(3)
  expect(ends.length).toBeGreaterThan(2)
  expect(ends.filter(({ end, action }) => Math.abs(end - action) > 0.5)).toEqual([])
})

for (const [theme, system] of [
  ['dark', 'light'],
  ['light', 'dark'],
  ['system', 'dark'],
] as const) {
  test(`every frame from the first has the right colors: ${theme} chosen, system ${system}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system })
    await page.goto('/login')
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
    await page.addInitScript(() => {
      const frames: string[] = []
      Object.assign(globalThis, { frames })
      const look = () => {
        if (document.body) frames.push(getComputedStyle(document.documentElement).colorScheme)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.route('**/assets/*.css', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.goto('/login')
    await hydrated(page)
    const frames = await page.evaluate(() => (globalThis as unknown as { frames: string[] }).frames)
    expect([...new Set(frames)]).toEqual([theme === 'system' ? system : theme])
  })
}

test('content reaches the edge of a page that does not scroll', async ({ page, enter }) => {
  // The browser of the journeys hides scrollbars: any space reserved for one would be wasted.
  const edges = (selector: string) =>
    page.locator(selector).evaluate((part) => innerWidth - part.getBoundingClientRect().right)
  await page.goto('/login')
  expect(await edges('[data-side]')).toBe(0)
  await enter()
  await page.goto('/dashboard')
  expect(await edges('[data-slot=sidebar-inset] > header')).toBe(0)
})

test("the sidebar has its width in the server's HTML", async ({ page, context, browser, baseURL, enter }) => {
  await enter()
  await page.goto('/dashboard')
  await hydrated(page)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'sidebar')?.value)
    .toBe('collapsed')
  const withoutScripts = await browser.newContext({
    javaScriptEnabled: false,
    baseURL,
    storageState: await context.storageState(),
  })
  const still = await withoutScripts.newPage()
  await still.goto('/dashboard')
  await expect(still.getByRole('complementary')).toHaveCSS('width', '57px')
  await withoutScripts.clearCookies({ name: 'sidebar' })
  await still.goto('/dashboard')
  await expect(still.getByRole('complementary')).toHaveCSS('width', '240px')
  await withoutScripts.close()
})
