import { expect, hydrated, pressUntilShown, test } from '@plinth/testing/browser/fixtures.ts'
import { generalPage, log, openChat, send } from './chat-fixtures.ts'

test('the palette finds a chat by a message, marks its title, and opens it', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await openChat(page, generalPage)
  await send(page, '/help')
  await page.goto('/dashboard')
  await hydrated(page)
  const dialog = page.getByRole('dialog')
  await pressUntilShown(page, 'Control+k', dialog.getByRole('combobox'))
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('hel')
  const found = dialog.getByRole('option', { name: '/help', exact: true })
  await expect(found.locator('mark')).toHaveText('hel')
  await found.click()
  await expect(page).toHaveURL(/dashboard\/chat\/?\?thread=/)
  await expect(log(page).getByRole('article')).toHaveCount(2)
})
