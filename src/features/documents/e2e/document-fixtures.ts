import type { Locator, Page } from '@playwright/test'
import type { AddDocuments } from '@plinth/testing/browser/conversation.ts'
import { openConversation } from '@plinth/testing/browser/open-conversation.ts'
import { expect } from '@plinth/testing/browser/fixtures.ts'
import { textIn, type Language } from '@plinth/testing/browser/texts.ts'

export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

/** Opens the page that shows the documents, in that language. */
export const openDocuments = (page: Page, language: Language = 'en') =>
  openConversation(page, { language, isOverDocuments: true })

export const addDocuments: AddDocuments = async (page, { files, language }) => {
  const bytes = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)] as const)
  await upload(page, Object.fromEntries(bytes))
  for (const [name] of bytes)
    await expect(documentRow(page, name).getByText(textIn(language)('documents:status.ready'))).toBeVisible({
      timeout: 60_000,
    })
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
