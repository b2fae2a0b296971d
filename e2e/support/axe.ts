import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Everything in the light theme; in the dark one, where nothing but colours differs, what depends on colours.
 * Empty for a page, or the part of it, that breaks no rule.
 */
export async function violations(page: Page, part = 'html'): Promise<string[]> {
  return [...(await lightViolations(page, part)), ...(await darkViolations(page, part))]
}

/** What depends on colors, in the dark theme. */
export async function darkViolations(page: Page, part = 'html'): Promise<string[]> {
  await show(page, 'dark')
  const rules = ['color-contrast', 'link-in-text-block']
  return linesOf('dark', await axe(page).include(part).withRules(rules).analyze())
}

/** In the light theme alone: for a screen whose colors another journey looks at. */
export async function lightViolations(page: Page, part = 'html'): Promise<string[]> {
  await show(page, 'light')
  return linesOf('light', await axe(page).include(part).withTags(standards).analyze())
}

/** What differs by language: whether everything has a name, and the page its language. */
export async function unnamed(page: Page): Promise<string[]> {
  const tags = ['cat.language', 'cat.name-role-value', 'cat.text-alternatives']
  return linesOf('light', await axe(page).withTags(tags).analyze())
}

/** Where a screen is narrow and nothing else differs: whether what is pressed is large enough and apart. */
export async function tooSmallTargets(page: Page, part = 'html'): Promise<string[]> {
  return linesOf('light', await axe(page).include(part).withRules(['target-size']).analyze())
}

type Result = Awaited<ReturnType<AxeBuilder['analyze']>>
const linesOf = (theme: 'light' | 'dark', { violations: found }: Result): string[] =>
  found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${theme} ${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )

/**
 * In this page alone: the only frame we have, that of a mail, is sandboxed and holds what its template's own
 * test judges. A second page per run would cost more than the run.
 */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true)

/** Switches the theme by the system's wish, and waits until it is painted. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
  await page.evaluate(settled)
}

/**
 * Painted, and nothing fades any more: half way between two colours none is right. What inherits a colour may
 * begin to fade when that one has ended, so it is looked at again. What never ends, such as a spinner, is not
 * waited for.
 */
async function settled(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const fading = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
    if (fading.length === 0) return
    await Promise.all(fading.map((animation) => animation.finished.catch(() => {})))
  }
}
