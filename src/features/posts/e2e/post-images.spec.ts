import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, hydrated, reload } from '@plinth/testing/browser/fixtures.ts'
import { holdResponse } from '@plinth/testing/browser/hold-response.ts'
import { layoutShift } from '@plinth/testing/browser/measure-page.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'
import { test } from './post-fixtures.ts'

const t = textIn('en')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

/** Copies a picture, as from a program that draws. */
async function copyPicture(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    await navigator.clipboard.write([
      new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) }),
    ])
  }, picture.toString('base64'))
}

async function openForm(page: Page): Promise<void> {
  await page.goto('/dashboard/posts/new')
  await hydrated(page)
  await page.locator('#title').fill('Kiln opening')
}

test('a pasted image is uploaded where the caret was, while its author writes on, and shown in the preview and in the post', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await openForm(page)
  const content = page.locator('#content')
  await content.fill('Before. ')
  await copyPicture(page)
  const upload = await holdResponse(page, /posts\.uploadImage/)
  await content.press('Control+v')
  await expect(content).toHaveValue(`Before. ![${t('app:editor.uploading', { name: 'image.png' })}]()`)
  await content.pressSequentially(' After')
  upload.release()
  await expect(content).toHaveValue(/^Before\. !\[image\]\(\/api\/files\/posts\/[0-9a-z]{24}#60x40\) After$/)
  // The caret stayed behind the word.
  await content.pressSequentially('!')
  await expect(content).toHaveValue(/\) After!$/)
  await button(page, t('app:editor.preview')).click()
  const image = page.getByRole('img', { name: 'image', exact: true })
  const isDrawn = () => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)
  await expect.poll(isDrawn).toBe(60)
  await button(page, t('posts:create.submit')).click()
  await page.getByRole('link', { name: 'Kiln opening' }).click()
  await expect.poll(isDrawn).toBe(60)
  await reload(page)
  await expect.poll(isDrawn).toBe(60)
  expect(await page.evaluate(layoutShift)).toBe(0)
})

test('a post that is sent during an upload waits for its image', async ({ page, enter, user }) => {
  await enter(user)
  await openForm(page)
  const upload = await holdResponse(page, /posts\.uploadImage/)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'The kiln [2].png', mimeType: 'image/png', buffer: picture })
  await button(page, t('posts:create.submit')).click()
  await expect(button(page, t('posts:create.pending'))).toBeVisible()
  upload.release()
  await page.getByRole('link', { name: 'Kiln opening' }).click()
  await expect(page.getByRole('img', { name: 'The kiln  2' })).toBeVisible()
})

test('a dropped file that is no image is refused with the reason, and leaves the text as it was', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await openForm(page)
  const content = page.locator('#content')
  await content.fill('Only words')
  await content.evaluate((field) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' }))
    for (const type of ['dragover', 'drop'])
      field.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
  })
  await expect(page.getByText(t('errors:notAnImage'))).toBeVisible()
  await expect(content).toHaveValue('Only words')
})
