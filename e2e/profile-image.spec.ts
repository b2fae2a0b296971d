import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { arrived, expect, hydrated, type User, test } from '@plinth/testing/browser/fixtures.ts'

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

/** A photo of 12 megapixels as a phone takes it on its side: blue above red once it is turned upright. */
async function phonePhoto() {
  const half = (background: string) =>
    sharp({ create: { width: 2000, height: 3000, channels: 3, background } })
      .png()
      .toBuffer()
  const pixels = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#000' } })
    .composite([
      { input: await half('#00f'), left: 0, top: 0 },
      { input: await half('#f00'), left: 2000, top: 0 },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
  // More than 2 MB, as noise would make it.
  const padding = Buffer.alloc(3 * 1024 * 1024)
  return {
    name: 'IMG 1.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([await pixels.toBuffer(), padding]),
  }
}

test('a photo of a phone is scaled down and upright; one button saves it together with the name', async ({
  page,
  user,
}) => {
  await fill(page, user)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await arrived(page, '/dashboard')
  await page.goto('/dashboard/settings')
  await hydrated(page)
  await page.locator('#image').setInputFiles(await phonePhoto())
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.locator('#lastName').fill('')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await expect(account(page)).toContainText(user.firstName)
  const stored = account(page).locator('img')
  await expect(stored).toBeVisible()
  const bytes = await (await page.request.get((await stored.getAttribute('src')) ?? '')).body()
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [red = 0, , blue = 0] = data.subarray(info.width * 20 * 3)
  expect(blue, 'the upper half').toBeGreaterThan(red)
  await page.locator('#image').setInputFiles(await picture())
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('button', { name: 'Remove image' })).toBeVisible()
})

test('what is no image is reported at the field and holds the form back until it is removed', async ({
  page,
  user,
}) => {
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
  await page
    .locator('#image')
    .setInputFiles({ name: 'c.HEIC', mimeType: '', buffer: Buffer.from('ftypheic') })
  await expect(page.locator('#image-note')).toContainText("can't read HEIC")
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.locator('#image')).toBeFocused()
  await expect(page.getByRole('img', { name: 'Profile image preview' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.locator('#image-note')).toContainText('scaled down')
  await page.locator('#lastName').fill('')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await arrived(page, '/dashboard')
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
  await expect(account(page).locator('[data-initials=IM]')).toBeVisible()
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
  await expect(account(page).locator('[data-initials=IM]')).toBeVisible()
  await expect(account(page).locator('img')).toHaveCount(0)
})
