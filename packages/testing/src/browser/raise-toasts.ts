import type { Locator, Page } from '@playwright/test'
import { expect, hydrated } from './fixtures.ts'

export const toastKinds = ['success', 'info', 'warning', 'error', 'loading'] as const
type Kind = (typeof toastKinds)[number]
type Load = (url: string) => Promise<object>
type Toast = Record<Kind, (text: string, options?: { duration: number }) => void>

export const toasts = (page: Page): Locator => page.locator('[data-sonner-toast]')

/** Loads the application's own toaster, as its first toast would. */
export async function bringHost(page: Page, path = '/login'): Promise<void> {
  await page.goto(path)
  await hydrated(page)
  // The listener starts shortly after hydration.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('toast-wanted')))
    await expect(page.locator('section[aria-label^="Notifications"]')).toBeAttached({ timeout: 5_000 })
  }).toPass()
  // As a text: the build of this package would turn it into what the page does not have.
  const load = await page.evaluateHandle<Load>('(url) => import(url)')
  await page.evaluate(holdToast, load)
}

/**
 * Keeps the toast function that the application itself uses, found among the scripts the page has loaded.
 * Runs in the page.
 */
async function holdToast(load: Load): Promise<void> {
  const urls = performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => (name.endsWith('.js') ? [name] : []))
  const modules = await Promise.all(urls.map(load))
  const isToast = (value: unknown) => typeof value === 'function' && 'loading' in value && 'dismiss' in value
  const exported = modules.flatMap((module) => Object.values(module) as unknown[])
  // A module loaded as a whole is exported as one object.
  const whole = exported.flatMap((value) =>
    typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
  )
  const toast = [...exported, ...whole].find(isToast)
  if (!toast) throw new Error('The application has loaded no toasts')
  Object.assign(globalThis, { toast })
}

/** Raises a toast that stays until it is closed. */
export const raise = (page: Page, kind: Kind, text: string) =>
  page.evaluate(
    ([asked, words]) =>
      (globalThis as unknown as { toast: Toast }).toast[asked](words, { duration: Infinity }),
    [kind, text] as const,
  )

/** Raises a toast that disappears by itself. */
export const raiseBriefly = (page: Page, kind: Kind, text: string) =>
  page.evaluate(([asked, words]) => (globalThis as unknown as { toast: Toast }).toast[asked](words), [
    kind,
    text,
  ] as const)
