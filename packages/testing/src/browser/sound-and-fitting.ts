import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect } from './fixtures.ts'
import { cutOff } from './measure-page.ts'

/** 200 % zoom on a screen of 1280 x 800 leaves half of each side. */
export const narrowSizes = {
  '320 px': { width: 320, height: 640 },
  '200 % zoom': { width: 640, height: 400 },
}

/** Expects what is shown to break no accessibility rule and to fit the narrowest screen and 200 % zoom. */
export async function soundAndFitting(page: Page, what: string): Promise<void> {
  expect(await violations(page), what).toEqual([])
  const before = page.viewportSize()
  for (const size of Object.values(narrowSizes)) {
    await page.setViewportSize(size)
    expect(await page.evaluate(cutOff), what).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}
