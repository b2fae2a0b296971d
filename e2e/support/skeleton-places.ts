import type { Page } from '@playwright/test'
import type { PageShape } from '../../src/app/shell/page-shape.ts'
import { hydrated, isShown } from './fixtures.ts'
import { holdResponse } from './hold-response.ts'

type Pair = { skeleton: string; shown: string }
const row = '[data-slot=skeleton-row]'
const title: Pair = { skeleton: '[data-slot=skeleton]', shown: 'h1' }
const composer: Pair = { skeleton: '.rounded-2xl', shown: '[data-composer]' }
/** What stands for what. */
const pairs: Record<PageShape, Pair[]> = {
  overview: [title, { skeleton: row, shown: 'section ol > li' }],
  list: [title, { skeleton: row, shown: 'article' }],
  checklist: [title, { skeleton: row, shown: 'section ul > li' }],
  people: [title, { skeleton: row, shown: 'tbody tr' }],
  table: [title, { skeleton: row, shown: 'tbody tr' }],
  rows: [title, { skeleton: row, shown: 'tbody tr' }],
  rules: [
    title,
    { skeleton: row, shown: 'dl > div' },
    { skeleton: `.gap-3 .divide-y ${row}`, shown: 'tbody tr' },
  ],
  reference: [title, { skeleton: row, shown: 'summary' }],
  detail: [title, { skeleton: '.content-start > *', shown: '> :last-child > *' }],
  form: [
    title,
    { skeleton: '.h-9', shown: 'form input' },
    { skeleton: '.editor-height', shown: 'form [data-focus-frame]' },
    { skeleton: '.w-30', shown: 'form [type=submit]' },
  ],
  figures: [
    title,
    { skeleton: row, shown: 'section ul > li' },
    { skeleton: `.grid-cols-2 > ${row}`, shown: 'dl > div' },
  ],
  settings: [title, { skeleton: row, shown: 'section > div' }],
  card: [title, { skeleton: '.bg-card', shown: '.bg-card' }],
  threads: [composer, { skeleton: '.w-62 .h-9', shown: 'aside search' }],
  conversation: [composer],
}

/**
 * Opens a page whose data, texts and scripts are slow. Returns what was not where its skeleton had been: x, y
 * and height, of the skeleton and then of the page.
 */
export async function movedFromSkeleton(page: Page, path: string): Promise<string[]> {
  // A page that loads nothing.
  await page.goto('/dashboard/nowhere')
  await hydrated(page)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/page-skeleton-')),
  )
  const held = await holdResponse(page, /\/api\/trpc\/|\/assets\//)
  await page.evaluate((to) => void window.__TSR_ROUTER__?.navigate({ href: to }), path)
  await page.locator('main > [role=status]').waitFor()
  const shape = await page.evaluate(
    () => window.__TSR_ROUTER__?.stores.matches.get().at(-1)?.staticData.shape as PageShape,
  )
  const skeletons = pairs[shape].map(({ skeleton }) => `main > [role=status] ${skeleton}`)
  // Its script has loaded, but may not have run yet.
  await page
    .locator(skeletons[0] ?? '')
    .first()
    .waitFor()
  const before = await placesOf(page, skeletons)
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
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  return pairs[shape].flatMap((pair, at) => {
    const [was, is] = [before[at], after[at]]
    // On phones a row of a table is as high as what it says.
    const compared = isPhone && pair.shown === 'tbody tr' ? was?.slice(0, 2) : was
    const isSame =
      was?.length === is?.length && compared?.every((length, of) => Math.abs(length - (is?.[of] ?? 0)) <= 1)
    return isSame ? [] : [`${path} ${pair.shown}: ${was?.join(' ')} -> ${is?.join(' ')}`]
  })
}

function placesOf(page: Page, selectors: readonly string[]): Promise<number[][]> {
  return page.evaluate(
    (list) =>
      list.map((selector) => {
        const part = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility())
        if (!part) return []
        const { x, y, height } = part.getBoundingClientRect()
        return [x, y, height]
      }),
    selectors,
  )
}
