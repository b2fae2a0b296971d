import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { lightViolations } from '@plinth/testing/browser/axe.ts'
import { tabTo } from '@plinth/testing/browser/by-keyboard.ts'
import { expect, hydrated } from '@plinth/testing/browser/fixtures.ts'
import { layoutShift } from '@plinth/testing/browser/measure-page.ts'
import { test } from '@plinth/testing/browser/team-fixtures.ts'
import { tagOf, textIn, type Language } from '@plinth/testing/browser/texts.ts'
import { preferredOf } from '@plinth/testing/languages.ts'

const PATH = '/dashboard/protect-examples'
const source = (file: string) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8').trimEnd()
const card = (page: Page, action: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(action, { exact: true }).first() })

async function open(page: Page, language: Language): Promise<void> {
  await page.context().addCookies([{ name: 'i18next', value: language, url: process.env.TEST_URL ?? '' }])
  await page.goto(PATH)
  await hydrated(page)
}

for (const language of preferredOf('en', 'es')) {
  const t = textIn(language)
  test(
    `shows the identity, what the page derives from it and what the server responds: ${language}`,
    tagOf(language),
    async ({ page, enter, user, watch }) => {
      watch.expectProblem(/403|errors:verifyFirst/)
      await enter(user)
      await open(page, language)
      await expect(
        page.getByRole('main').getByText(`${user.firstName} ${user.lastName}`, { exact: true }),
      ).toBeVisible()
      await expect(page.getByText(t('permissions:identity.isUnverified'), { exact: true })).toBeVisible()
      const allowed = card(page, 'permissions.workspaceOwner')
      await expect(allowed.getByText(t('permissions:calls.shown'))).toBeVisible()
      await allowed.getByRole('button').click()
      await expect(allowed.getByRole('status')).toHaveText('200{"actions":["permissions.workspaceOwner"]}')
      const refused = card(page, 'permissions.verified')
      await expect(refused.getByText(t('permissions:calls.hidden'))).toBeVisible()
      const answer = page.waitForResponse(/permissions\.verified/)
      await refused.getByRole('button').click()
      expect((await answer).status()).toBe(403)
      await expect(refused.getByRole('status')).toHaveText(`403${t('errors:verifyFirst')}`)
      expect(await page.evaluate(layoutShift)).toBe(0)
      expect(await lightViolations(page)).toEqual([])
    },
  )
}

test('shows what a plain member of an organization may do, by keyboard alone', async ({
  page,
  settleTeam,
}) => {
  const { guest } = await settleTeam()
  await open(guest.page, 'en')
  const asked = card(guest.page, 'permissions.workspaceAdmin')
  await tabTo(guest.page, asked.getByRole('button'))
  await guest.page.keyboard.press('Enter')
  await expect(asked.getByRole('status')).toHaveText(`403${textIn('en')('errors:forbidden')}`)
  const all = { name: textIn('en')('permissions:table.all') }
  await guest.page.getByRole('button', all).click()
  const row = guest.page.getByRole('row', { name: /^posts\.delete/ })
  await expect(row).toContainText(textIn('en')('permissions:table.depends'))
  // An owner may delete posts of everyone.
  await open(page, 'en')
  await page.getByRole('button', all).click()
  await expect(page.getByRole('row', { name: /^posts\.delete/ })).toContainText(
    textIn('en')('permissions:table.yes'),
  )
})

test('rules are found by a word and by their area', async ({ page, enter, user }) => {
  const t = textIn('en')
  await enter(user)
  await open(page, 'en')
  const names = page.getByRole('table', { name: t('permissions:table.title') }).locator('tbody tr code')
  const samples = await names.count()
  const search = page.getByRole('searchbox', { name: t('permissions:table.search') })
  await search.fill('.Export')
  await expect(names.first()).toHaveText(/\.export/)
  for (const name of await names.allTextContents()) expect(name.toLowerCase()).toContain('.export')
  await search.fill('')
  const area = page.getByLabel(t('permissions:table.area'))
  await area.selectOption('account')
  await expect(names.first()).toHaveText(/^account\.\w+$/)
  for (const name of await names.allTextContents()) expect(name).toMatch(/^account\.\w+$/)
  await search.fill('kiln')
  await expect(page.getByText(t('permissions:table.none'))).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('permissions:table.clear'), exact: true })
    .last()
    .click()
  await expect(names).toHaveCount(samples)
})

test('the code shown matches the source files', async ({ page, enter, user }) => {
  await enter(user)
  await open(page, 'en')
  for (const file of [
    'permissions.access.ts',
    'server/permissions.router.server.ts',
    'ui/guarded-calls.tsx',
  ]) {
    const details = page.getByRole('group').filter({ hasText: `src/features/permissions/${file}` })
    expect(await details.locator('pre').textContent()).toBe(source(file))
  }
})
