import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Returns all violations in the light theme, and those that depend on colors in the dark theme, where nothing
 * else differs. Checks the page or a part of it.
 */
export async function violations(page: Page, part = 'html'): Promise<string[]> {
  return [...(await lightViolations(page, part)), ...(await darkViolations(page, part))]
}

/** Returns violations that depend on colors, in the dark theme. */
export async function darkViolations(page: Page, part = 'html'): Promise<string[]> {
  await show(page, 'dark')
  const rules = ['color-contrast', 'link-in-text-block']
  return linesOf('dark', await axe(page).include(part).withRules(rules).analyze())
}

/** Returns violations in the light theme only, for screens whose dark theme another journey checks. */
export async function lightViolations(page: Page, part = 'html'): Promise<string[]> {
  await show(page, 'light')
  return linesOf('light', await axe(page).include(part).withTags(standards).analyze())
}

/** Returns violations that depend on the language: accessible names and the language of the page. */
export async function unnamed(page: Page): Promise<string[]> {
  const tags = ['cat.language', 'cat.name-role-value', 'cat.text-alternatives']
  return linesOf('light', await axe(page).withTags(tags).analyze())
}

/** Returns violations of target size only, for narrow screens where nothing else differs. */
export async function tooSmallTargets(page: Page, part = 'html'): Promise<string[]> {
  return linesOf('light', await axe(page).include(part).withRules(['target-size']).analyze())
}

type Result = Awaited<ReturnType<AxeBuilder['analyze']>>
const linesOf = (theme: 'light' | 'dark', { violations: found }: Result): string[] =>
  found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${theme} ${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )

/**
 * Checks this page only: our only frame, that of a mail, is sandboxed, and the mail template has its own
 * test. A second page per run would cost more than the run. One rule more than axe has on: who speaks to the
 * browser says what is written on a button.
 */
const axe = (page: Page) =>
  new AxeBuilder({ page })
    .options({
      resultTypes: ['violations'],
      preload: false,
      rules: { 'label-content-name-mismatch': { enabled: true } },
    })
    .setLegacyMode(true)

/** Emulates the system's color scheme and waits until it is painted. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
  await page.evaluate(settled)
}

/**
 * Waits until everything is painted and no transition runs: colors in between are never right. Inherited
 * colors may start a transition when another has ended, so it checks again. Endless animations such as
 * spinners are ignored.
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
