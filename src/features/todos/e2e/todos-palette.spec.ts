import { call } from '@plinth/testing/browser/call.ts'
import { expect, hydrated, pressUntilShown, test } from '@plinth/testing/browser/fixtures.ts'

test('the palette finds to-dos in part of a word, marks what matched, and leads to one', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await call(page, 'todos.create', { text: 'Fire the crème glaze' })
  await call(page, 'todos.create', { text: 'Buy clay' })
  await page.goto('/dashboard')
  await hydrated(page)
  const dialog = page.getByRole('dialog')
  await pressUntilShown(page, 'Control+k', dialog.getByRole('combobox'))
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('CREME fir')
  const found = dialog.getByRole('option', { name: 'Fire the crème glaze', exact: true })
  await expect(found).toBeVisible()
  await expect(found.locator('mark')).toHaveText(['Fir', 'crème'])
  await expect(dialog.getByRole('option', { name: 'Buy clay' })).toHaveCount(0)
  await found.click()
  await expect(page).toHaveURL(/tanstack-db-example\/?#todo-/)
  await expect(page.getByRole('checkbox', { name: 'Fire the crème glaze', exact: true })).toBeInViewport()
})
