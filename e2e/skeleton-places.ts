import type { Page } from '@playwright/test'
import type { PageShape } from '#/shell/page-shape.ts'
import { hydrated, isShown } from '@plinth/testing/browser/fixtures.ts'
import { holdResponse } from '@plinth/testing/browser/hold-response.ts'

/** `allowed` is how far x, y and the right edge may be off. A button beside a title makes it 3 px lower. */
type Pair = { skeleton: string; shown: string; allowed: [x: number, y: number, right: number] }
const sideways: Pair['allowed'] = [1, Infinity, 1]
const box: Pair = { skeleton: '', shown: '', allowed: sideways }
const title: Pair = { skeleton: '.text-2xl', shown: 'h1', allowed: [1, 4, Infinity] }
const composer: Pair = { skeleton: '.rounded-2xl', shown: '[data-composer]', allowed: sideways }
const threads: Pair = { skeleton: '.w-62', shown: 'aside', allowed: sideways }
const tabs: Pair = { skeleton: 'nav', shown: 'header > nav', allowed: [1, 1, 1] }
const content: Pair = {
  skeleton: '.max-w-228',
  shown: 'nav ~ *, [role=tablist] ~ *',
  allowed: [1, Infinity, Infinity],
}
/** What stands for what. */
const pairs: Record<PageShape, Pair[]> = {
  list: [title, box],
  checklist: [title, box],
  table: [title, box],
  people: [title, box],
  cards: [title, box],
  figures: [title, box],
  home: [title, box],
  sections: [title, box, content],
  form: [title, box],
  article: [title, box],
  threads: [composer, threads, tabs],
  conversation: [composer, tabs],
}

/**
 * Opens a page whose data, texts and scripts are slow. Returns what began or ended beside its skeleton, or
 * whose title was lower or higher: x, y and right edge, of the skeleton and then of the page.
 */
export async function movedFromSkeleton(page: Page, path: string): Promise<string[]> {
  // A page that loads nothing.
  await page.goto('/dashboard/nowhere')
  await hydrated(page)
  // Its script and all that this imports.
  await page.waitForFunction(() => {
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name)
    const skeleton = scripts.find((name) => name.includes('/page-skeleton-'))
    return skeleton && import(skeleton)
  })
  const held = await holdResponse(page, /\/api\/trpc\/|\/assets\//)
  await page.evaluate((to) => void window.__TSR_ROUTER__?.navigate({ href: to }), path)
  await page.locator('main > [role=status]').waitFor()
  const shape = await page.evaluate(
    () => window.__TSR_ROUTER__?.stores.matches.get().at(-1)?.staticData.shape as PageShape,
  )
  const skeletons = pairs[shape].map(({ skeleton }) => `main > [role=status] ${skeleton}`)
  await page
    .locator(skeletons[0] ?? '')
    .first()
    .waitFor()
  const before = await placesOf(page, skeletons)
  const named = await page.locator('main > [role=status] .text-2xl').allTextContents()
  held.release()
  await isShown(page)
  const shown = pairs[shape].map((pair) => `main > :last-child ${pair.shown}`)
  await page.locator('main > [role=status]').waitFor({ state: 'detached' })
  await page
    .locator(shown[0] ?? '')
    .first()
    .waitFor()
  const after = await placesOf(page, shown)
  await page.unrouteAll({ behavior: 'wait' })
  const titles = await page.locator('main > :last-child h1').allTextContents()
  const renamed = named.filter((name) => name !== '' && name !== titles[0])
  if (shape === 'list' || shape === 'table') renamed.push(...(named[0] === '' ? ['no title'] : []))
  if (renamed.length > 0) return [`${path}: ${renamed.join()} -> ${titles.join()}`]
  return pairs[shape].flatMap((pair, at) => {
    const [was = [], is = []] = [before[at], after[at]]
    const isSame = was.every((place, of) => Math.abs(place - (is[of] ?? NaN)) <= (pair.allowed[of] ?? 0))
    return isSame && was.length === is.length
      ? []
      : [`${path} ${pair.shown}: ${was.join(' ')} -> ${is.join(' ')}`]
  })
}

function placesOf(page: Page, selectors: readonly string[]): Promise<number[][]> {
  return page.evaluate(
    (list) =>
      list.map((selector) => {
        const part = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility())
        if (!part) return []
        const { x, y, right } = part.getBoundingClientRect()
        return [x, y, right]
      }),
    selectors,
  )
}
