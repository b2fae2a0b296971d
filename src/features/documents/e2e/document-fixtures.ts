import type { Locator, Page } from '@playwright/test'
import { expect, hydrated } from '../../../../e2e/support/fixtures.ts'
import type { Language } from '../../../../e2e/support/texts.ts'

export const documentsPage = '/dashboard/chat/rag'

/** Sets the language of all following pages. */
export const speak = (page: Page, language: Language) =>
  page.context().addCookies([{ name: 'i18next', value: language, url: process.env.PLINTH_URL ?? '' }])

export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

/** Opens the documents and waits for hydration. */
export async function openDocuments(page: Page): Promise<void> {
  await page.goto(documentsPage)
  await hydrated(page)
}

/** The messages of the current thread. */
export const log = (page: Page) => page.getByRole('log')

/** Sends a question and waits until the answer is complete. */
export async function ask(page: Page, text: string): Promise<void> {
  await page.getByTestId('multimodal-input').fill(text)
  await page.getByTestId('multimodal-input').press('Enter')
  await expect(page.getByTestId('send-button')).toBeVisible()
  await expect(log(page)).toHaveAttribute('aria-busy', 'false')
  await expect(log(page).getByRole('article').last()).toBeVisible()
}

/** Selects files for upload on the documents page. */
export async function upload(page: Page, files: Record<string, Uint8Array>): Promise<void> {
  const chosen = Object.entries(files).map(([name, bytes]) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  }))
  const [first = ''] = Object.keys(files)
  // A browser can select files before hydration, faster than any person.
  await expect(async () => {
    await page.locator('input[name=file]').first().setInputFiles(chosen)
    await expect(page.getByText(first).first()).toBeVisible({ timeout: 15_000 })
  }).toPass()
}

/** The row of a document in the list. */
export const documentRow = (page: Page, name: string) =>
  page.locator('li:not([data-sonner-toast])').filter({ hasText: name })
