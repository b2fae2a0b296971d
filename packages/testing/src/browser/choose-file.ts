import { expect, type Page } from '@playwright/test'

// 8 by 6 pixels.
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWNgaGjAjgZSAgD5WTAB5jQfiAAAAABJRU5ErkJggg=='

type Kind = 'file' | 'pdf' | 'image'

/** A small file that a field of this kind takes. */
export const exampleFile = (kind: Kind) =>
  ({
    image: { name: 'kiln.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') },
    pdf: { name: 'kiln.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
    file: { name: 'kiln.txt', mimeType: 'text/plain', buffer: Buffer.from('Kiln opening') },
  })[kind]

/** Chooses a file in the field of this name, and waits until it is uploaded. */
export async function chooseFile(page: Page, field: string, kind: Kind): Promise<void> {
  await page.locator(`#${field}`).setInputFiles(exampleFile(kind))
  await expect(page.locator(`#${field}-file`).getByRole('link', { name: /^kiln\./ })).toBeVisible()
}
