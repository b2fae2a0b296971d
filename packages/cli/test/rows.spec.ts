// What the lists, pages and sections of generated features have in common. rows.project.test.ts runs it where
// there are two: crates, and stickers on a crate.
import type { Page } from '@playwright/test'
import { tabTo } from '@plinth/testing/browser/by-keyboard.ts'
import { call } from '@plinth/testing/browser/call.ts'
import { expect } from '@plinth/testing/browser/fixtures.ts'
import { open } from '@plinth/testing/browser/session-fixtures.ts'
import { test } from '@plinth/testing/browser/team-fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

const t = textIn('en')
const LIST = '/dashboard/crates'
const fields = { state: 'new', packed: null }
const add = (page: Page, label: string, more: object = {}) =>
  call<{ id: string }>(page, 'crates.create', { ...fields, label, ...more })
const labels = (page: Page) => page.getByRole('table').getByRole('link')
const listening = (page: Page, of: string) => page.waitForResponse(new RegExp(`${of}\\.changes`))

test('a list is ordered by a column, narrowed to a value and by words, and shown whole again', async ({
  page,
  settle,
}) => {
  await settle()
  await add(page, 'Beech')
  await add(page, 'Cedar', { state: 'sent' })
  await add(page, 'Alder')
  await open(page, LIST)
  await expect(labels(page)).toHaveText(['Alder', 'Cedar', 'Beech'])
  const head = page.getByRole('columnheader', { name: t('crates:fields.label') }).getByRole('button')
  await head.click()
  await expect(labels(page)).toHaveText(['Alder', 'Beech', 'Cedar'])
  await head.click()
  await expect(labels(page)).toHaveText(['Cedar', 'Beech', 'Alder'])
  await page.getByRole('combobox', { name: t('crates:fields.state') }).selectOption('new')
  await expect(labels(page)).toHaveText(['Beech', 'Alder'])
  await page.getByRole('searchbox').fill('ced')
  await expect(page.getByText(t('rows:nothingFound'))).toBeVisible()
  await page.getByRole('button', { name: t('rows:showAll') }).click()
  await expect(labels(page)).toHaveText(['Alder', 'Cedar', 'Beech'])
})

test('on a phone a list fits, and is ordered by a select', async ({ page, settle }) => {
  await settle()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const label of ['Beech', 'Alder', 'Cedar']) await add(page, label)
  await open(page, LIST)
  await page.getByRole('combobox', { name: t('rows:sort') }).selectOption('label')
  await expect(labels(page)).toHaveText(['Alder', 'Beech', 'Cedar'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('a list of more than a page loads the next one by its button', async ({ page, settle }) => {
  await settle()
  for (let count = 1; count <= 21; count += 1) await add(page, `Crate ${count}`)
  await open(page, LIST)
  await expect(labels(page)).toHaveCount(20)
  await page.getByRole('button', { name: t('rows:more') }).click()
  await expect(labels(page)).toHaveCount(21)
  await expect(page.getByRole('button', { name: t('rows:more') })).toHaveCount(0)
})

test('a list says who sees it, and shows what others write', async ({ page, settleTeam }) => {
  const { guest } = await settleTeam()
  const heard = listening(page, 'crates')
  await open(page, LIST)
  await heard
  await expect(page.getByText(t('rows:intro'))).toBeVisible()
  await expect(page.getByText(t('crates:list.empty'))).toBeVisible()
  const { id } = await add(guest.page, 'Beech')
  await expect(labels(page)).toHaveText(['Beech'])
  await call(guest.page, 'crates.update', { ...fields, id, label: 'Copper beech' })
  await expect(labels(page)).toHaveText(['Copper beech'])
  await call(guest.page, 'crates.delete', { id })
  await expect(page.getByText(t('crates:list.empty'))).toBeVisible()
})

test('a row is opened, edited and saved by the keyboard', async ({ page, settle }) => {
  await settle()
  await add(page, 'Beech')
  await open(page, LIST)
  await expect(page.getByText(t('rows:introPersonal'))).toBeVisible()
  await tabTo(page, labels(page))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: t('rows:edit') }))
  await page.keyboard.press('Enter')
  await expect(page.locator('#label')).toBeFocused()
  await page.keyboard.type(' wood')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Beech wood' })).toBeVisible()
  await expect(page.getByRole('button', { name: t('rows:edit') })).toBeFocused()
})

test('what somebody else saves shows at the form: what is unedited follows, what differs is decided', async ({
  page,
  settleTeam,
}) => {
  const { guest } = await settleTeam({}, 'admin')
  const { id } = await add(page, 'Beech')
  const heard = listening(page, 'crates')
  await open(page, `${LIST}/${id}?edit=true`)
  await heard
  const banner = page.locator('form').getByRole('status')
  await page.locator('#label').fill('Beech wood')
  await call(guest.page, 'crates.update', { ...fields, id, label: 'Copper beech', state: 'sent' })
  await expect(page.locator('#state')).toHaveValue('sent')
  await expect(banner).toContainText(t('conflict:differs', { fields: t('crates:fields.label') }))
  await page.getByRole('button', { name: t('conflict:take') }).click()
  await expect(page.locator('#label')).toHaveValue('Copper beech')
  await page.getByRole('button', { name: t('rows:save') }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Copper beech' })).toBeVisible()
})

test('the palette offers a new row', async ({ page, settle }) => {
  await settle()
  await open(page, '/dashboard')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(t('crates:shell.new'))
  await page.getByRole('option', { name: t('crates:shell.new') }).click()
  await expect(page.locator('#label')).toBeFocused()
})

test('rows of a row show what others write, and are away while that is edited', async ({
  page,
  settleTeam,
}) => {
  const { guest } = await settleTeam()
  const { id: crateId } = await add(guest.page, 'Beech')
  const heard = listening(guest.page, 'stickers')
  await open(guest.page, `${LIST}/${crateId}`)
  await heard
  const section = guest.page.getByRole('region', { name: t('stickers:list.title') })
  await expect(section).toContainText(t('stickers:list.empty'))
  await call(page, 'stickers.create', { crateId, words: 'This way up' })
  await expect(section.getByRole('article', { name: 'This way up' })).toBeVisible()
  // An owner's: a member reads it, and may not change it.
  await expect(section.getByRole('article').getByRole('button')).toHaveCount(0)
  await guest.page.getByRole('button', { name: t('rows:edit') }).click()
  await expect(section).toHaveCount(0)
})
