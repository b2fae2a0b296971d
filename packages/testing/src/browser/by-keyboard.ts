import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const FURTHEST_STOP = 40

/** How the focused element is visible to a keyboard user: its outline, or the outline of its frame. */
const focusSeen = () => {
  const element = document.activeElement as HTMLElement
  // A field in a frame, such as the composer of the chat, outlines its frame.
  const isOutlined = (one: Element | null) => {
    if (!one) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  const box = element.getBoundingClientRect()
  return {
    element: element.outerHTML.slice(0, 120),
    // The main element is focused after a navigation; it is not a Tab stop.
    isNothing: element === document.body || element.id === 'main',
    outlined: isOutlined(element) || isOutlined(element.closest('form, [data-focus-frame]')),
    shown:
      box.width > 4 &&
      box.height > 4 &&
      box.right > 0 &&
      box.bottom > 0 &&
      box.left < innerWidth &&
      box.top < innerHeight,
  }
}

/**
 * Presses Tab until `target` is focused; every stop on the way must be visible. Returns the number of stops.
 * Throws after 40 stops.
 */
export async function tabTo(page: Page, target: Locator): Promise<number> {
  for (let stops = 1; stops <= FURTHEST_STOP; stops += 1) {
    await page.keyboard.press('Tab')
    const { element, isNothing, ...seen } = await page.evaluate(focusSeen)
    // The focused element disappeared with the previous page.
    if (isNothing) continue
    expect(seen, element).toEqual({ outlined: true, shown: true })
    if (await target.evaluate((wanted) => wanted === document.activeElement)) return stops
  }
  throw new Error(`${FURTHEST_STOP} stops did not reach ${target}`)
}
