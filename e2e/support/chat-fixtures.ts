import type { Locator, Page } from '@playwright/test'
import { expect, hydrated } from './fixtures.ts'
import type { Language } from './texts.ts'

export const generalPage = '/dashboard/chat'
export const temporaryPage = '/dashboard/chat/vercel'
export const ragPage = '/dashboard/chat/rag'
export const chatPages = [generalPage, temporaryPage, ragPage] as const

/** Sets the language of all following pages. */
export const speak = (page: Page, language: Language) =>
  page.context().addCookies([{ name: 'i18next', value: language, url: process.env.PLINTH_URL ?? '' }])

export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })
/** The messages of the current thread. */
export const log = (page: Page) => page.getByRole('log')
export const box = (page: Page) => page.getByTestId('multimodal-input')

/** Opens a page of the chat and waits for hydration. */
export async function openChat(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** Sends a message and waits for the end of the response. */
export async function send(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
  await answered(page)
}

/** Waits until a response is complete and stored: only then can it be regenerated. */
export async function answered(page: Page): Promise<void> {
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
