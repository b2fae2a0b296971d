import { call } from '@plinth/testing/browser/call.ts'
import { expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

const t = textIn('en')
const opacityOf = (part: Element) => getComputedStyle(part.closest('.row-actions') ?? part).opacity

test('to-dos have room for their text, and actions on hover and focus', async ({ page, enter, user }) => {
  await enter(user)
  await call(page, 'todos.create', { text: 'Order clay' })
  await page.setViewportSize({ width: 1024, height: 900 })
  await page.goto('/dashboard/tanstack-db-example')
  await hydrated(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Order clay' })
  const text = row.locator('label')
  expect((await text.boundingBox())?.width).toBeGreaterThan(300)
  const edit = row.getByRole('button', { name: `${t('todos:lists.edit')} Order clay` })
  await expect.poll(() => edit.evaluate(opacityOf)).toBe('0')
  await text.hover()
  await expect.poll(() => edit.evaluate(opacityOf)).toBe('1')
  await page.mouse.move(5, 5)
  await expect.poll(() => edit.evaluate(opacityOf)).toBe('0')
  await edit.focus()
  await expect.poll(() => edit.evaluate(opacityOf)).toBe('1')
})

test.describe('with touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 900, height: 900 } })

  test('what acts on a to-do is in a menu', async ({ page, enter, user }) => {
    await enter(user)
    await call(page, 'todos.create', { text: 'Order clay' })
    await page.goto('/dashboard/tanstack-db-example')
    await hydrated(page)
    const row = page.getByRole('listitem').filter({ hasText: 'Order clay' })
    await expect(row.getByRole('button')).toHaveCount(1)
    await row.getByRole('button').tap()
    await page.getByRole('menuitem', { name: t('todos:lists.edit') }).tap()
    await expect(page.getByRole('textbox', { name: t('todos:lists.editLabel'), exact: true })).toHaveValue(
      'Order clay',
    )
  })
})
