import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { arrived, expect, hydrated, type User, test } from './support/fixtures.ts'

const picture = async (edge = 300) => ({
  name: 'face.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: edge, height: edge, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer(),
})

async function fill(page: Page, user: User): Promise<void> {
  await page.goto('/register')
  await hydrated(page)
  for (const name of ['firstName', 'lastName', 'email', 'password'] as const)
    await page.locator(`#${name}`).fill(user[name])
  await page.locator('#passwordConfirmation').fill(user.password)
}

/** Creates the account with an image that the server fails to store. */
async function signUpWhileUploadsFail(page: Page, user: User): Promise<void> {
  await fill(page, user)
  await page.locator('#image').setInputFiles(await picture())
  await page.route('**/api/trpc/profile.uploadImage**', (route) =>
    route.fulfill({ status: 500, body: 'broken' }),
  )
  await page.getByRole('button', { name: 'Create an account' }).click()
}

const account = (page: Page) => page.getByRole('region', { name: 'Your account' })

test('an image chosen at sign-up is shown, can be removed, and becomes the profile image', async ({
  page,
  user,
}) => {
  await fill(page, user)
  const preview = page.getByRole('img', { name: 'Profile image preview' })
  await page.locator('#image').setInputFiles(await picture())
  await expect(preview).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(preview).toHaveCount(0)
  await page.locator('#image').setInputFiles(await picture())
  await page.getByRole('button', { name: 'Create an account' }).click()
  await arrived(page, '/dashboard')
  await expect
    .poll(() =>
      account(page)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(300)
  await page.goto('/dashboard/settings')
  await hydrated(page)
  await page.getByRole('button', { name: 'Remove image' }).click()
  // The list of account events has these words too.
  await expect(page.locator('[data-sonner-toast]').getByText('Profile image removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove image' })).toHaveCount(0)
  await expect(account(page).locator('img')).toHaveCount(0)
})

test('an image that is still being checked when the form is sent becomes the profile image', async ({
  page,
  user,
}) => {
  await page.addInitScript(() => {
    const check = createImageBitmap
    globalThis.createImageBitmap = async (image: ImageBitmapSource) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      return check(image)
    }
  })
  await fill(page, user)
  await page.locator('#image').setInputFiles(await picture())
  await page.getByRole('button', { name: 'Create an account' }).click()
  await arrived(page, '/dashboard')
  await expect(account(page).locator('img')).toBeVisible()
})

test('an invalid or too large image is reported at the field and not selected', async ({ page, user }) => {
  await fill(page, user)
  await page
    .locator('#image')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.locator('#image-note')).toContainText("isn't a valid PNG, JPEG or WebP image")
  await expect(page.locator('#image')).toHaveAttribute('aria-invalid', 'true')
  await page
    .locator('#image')
    .setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * 1024 * 1024 + 1) })
  await expect(page.locator('#image-note')).toContainText('larger than 2 MB')
  await page.locator('#image').setInputFiles(await picture(4097))
  await expect(page.locator('#image-note')).toContainText('4096 pixels')
  await expect(page.getByRole('img', { name: 'Profile image preview' })).toHaveCount(0)
  await page.locator('#image').setInputFiles(await picture())
  await expect(page.locator('#image-note')).toContainText('up to 2 MB')
})

test('a failed upload does not lose the account: it is reported, can be repeated, and the user can continue', async ({
  page,
  user,
  watch,
}) => {
  watch.expectProblem(/500|profile\.uploadImage|Failed to load|TRPC/)
  await signUpWhileUploadsFail(page, user)
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  const toast = page.getByText("Your profile image wasn't saved.")
  await expect(toast).toBeVisible()
  await expect(toast).toHaveCount(0)
  await page.getByRole('button', { name: 'Upload again' }).click()
  await expect(toast).toBeVisible()
  await page.unroute('**/api/trpc/profile.uploadImage**')
  await page.getByRole('button', { name: 'Upload again' }).click()
  await arrived(page, '/dashboard')
  await expect(account(page).locator('img')).toBeVisible()
})

test('after a failed upload, Continue proceeds without an image', async ({ page, user, watch }) => {
  watch.expectProblem(/500|profile\.uploadImage|Failed to load|TRPC/)
  await signUpWhileUploadsFail(page, user)
  await page.getByRole('button', { name: 'Continue' }).click()
  await arrived(page, '/dashboard')
  await expect(account(page)).toContainText('IM')
})

test('an image that fails to load leaves the initials, never a broken image', async ({
  page,
  user,
  watch,
}) => {
  watch.expectProblem(/404/)
  await fill(page, user)
  await page.locator('#image').setInputFiles(await picture())
  await page.route('**/api/files/**', (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('button', { name: 'Create an account' }).click()
  await arrived(page, '/dashboard')
  await expect(account(page)).toContainText('IM')
  await expect(account(page).locator('img')).toHaveCount(0)
})
