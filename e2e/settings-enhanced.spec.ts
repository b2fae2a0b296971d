import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import { lightViolations, violations } from '@plinth/testing/browser/axe.ts'
import { tabTo } from '@plinth/testing/browser/by-keyboard.ts'
import { expect, hydrated, isShown } from '@plinth/testing/browser/fixtures.ts'
import { inDatabase } from '@plinth/testing/browser/in-database.ts'
import { test, visitor } from '@plinth/testing/browser/team-fixtures.ts'
import { tagOf, textIn, type Language } from '@plinth/testing/browser/texts.ts'
import { preferredOf } from '@plinth/testing/languages.ts'
import { brandSlug } from '../src/brand.ts'

const PATH = '/dashboard/settings-enhanced'
const speak = (page: Page, language: Language) =>
  page.context().addCookies([{ name: 'i18next', value: language, url: process.env.TEST_URL ?? '' }])
const panel = (page: Page) => page.getByRole('tabpanel')
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

async function open(page: Page, id?: string): Promise<void> {
  await page.goto(id === undefined ? PATH : `${PATH}?tab=${id}`)
  await hydrated(page)
}

for (const language of preferredOf('en', 'de')) {
  const t = textIn(language)

  test(
    `each tab has its own URL, is selected in the server's HTML, and is part of the history: ${language}`,
    tagOf(language),
    async ({ page, settle }) => {
      await settle()
      await speak(page, language)
      const html = await (await page.request.get(`${PATH}?tab=security`)).text()
      expect(html).toMatch(
        /<a[^>]*data-value="security"[^>]*aria-selected="true"|<a[^>]*aria-selected="true"[^>]*data-value="security"/,
      )
      expect([...html.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title]) => title)).toEqual([
        t('settings:groups.security.title'),
      ])
      await open(page, 'security')
      await expect(tab(page, t('settings:groups.security.title'))).toHaveAttribute('aria-selected', 'true')
      await tab(page, t('settings:groups.data.title')).click()
      await expect(page).toHaveURL(/\?tab=data$/)
      await expect(panel(page).getByRole('heading', { name: t('account:export.title') })).toBeVisible()
      await page.goBack()
      await expect(panel(page).getByRole('heading', { name: t('account:password.title') })).toBeVisible()
      // The id of a section, as used in mails and older links.
      await open(page, 'sessions')
      await expect(tab(page, t('settings:groups.security.title'))).toHaveAttribute('aria-selected', 'true')
      await expect(panel(page).getByRole('heading', { name: t('account:sessions.title') })).toBeInViewport()
      await open(page, 'no-such-tab')
      await expect(tab(page, t('settings:groups.profile.title'))).toHaveAttribute('aria-selected', 'true')
      const editUser = panel(page).getByRole('region', { name: t('app:settings.editUser'), exact: true })
      await expect(editUser.getByRole('heading', { name: t('app:settings.editUser') })).toBeVisible()
      await expect(editUser.getByLabel(t('profile:name.full'), { exact: true })).toHaveValue('Ida Noor')
    },
  )

  test(
    `an export is collected once, announced by mail and downloadable by its owner only: ${language}`,
    tagOf(language),
    async ({ page, settle, settleElsewhere, readMail }) => {
      const user = await settle()
      await speak(page, language)
      await page.request.post('/api/trpc/profile.setLanguage', {
        headers: { origin: process.env.TEST_URL ?? '' },
        data: { json: { language } },
      })
      await open(page, 'export')
      await panel(page)
        .getByRole('button', { name: t('account:export.start') })
        .click()
      const link = panel(page).getByRole('link', {
        name: new RegExp(t('account:export.download', { size: '' }).split('(')[0] ?? ''),
      })
      await expect(link).toBeVisible({ timeout: 60_000 })
      const mail = await readMail(user.email, new RegExp(t('account-mails:exportReady.subject')))
      expect(mail.links[0]).toContain(`${PATH}?tab=export`)
      const downloading = page.waitForEvent('download')
      await link.click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(new RegExp(`^${brandSlug}-\\d{4}-\\d\\d-\\d\\d\\.zip$`))
      const files = unzipSync(await readFile(await download.path()))
      expect(JSON.parse(strFromU8(files['profile.json'] ?? new Uint8Array()))).toMatchObject({
        email: user.email,
      })
      const address = (await link.getAttribute('href')) ?? ''
      const stranger = await settleElsewhere()
      expect((await stranger.page.request.get(address)).status()).toBe(404)
      expect(await lightViolations(page)).toEqual([])
    },
  )

  test(
    `deleting an account requires its address and re-authentication, and the mailed link cancels it: ${language}`,
    tagOf(language),
    async ({ page, settle, readMail, browser, baseURL, watch }) => {
      watch.expectProblem(/403|TRPC|errors:reauthenticate|mutation/)
      const user = await settle()
      await speak(page, language)
      await inDatabase(
        `update session set proved_at = now() - interval '11 minutes' where user_id = (select id from "user" where email = $1)`,
        [user.email],
      )
      await open(page, 'delete')
      await panel(page)
        .getByRole('button', { name: t('account:deletion.open') })
        .click()
      const asked = page.getByRole('alertdialog', { name: t('account:deletion.question') })
      await asked.locator('#confirmation').fill('somebody@example.org')
      await asked.getByRole('button', { name: t('account:deletion.submit') }).click()
      await expect(asked.getByText(t('errors:confirmationMismatch', { expected: user.email }))).toBeVisible()
      await asked.locator('#confirmation').fill(user.email)
      await asked.getByRole('button', { name: t('account:deletion.submit') }).click()
      const proof = page.getByRole('dialog', { name: t('account:reauthentication.title') })
      await proof.locator('#password').fill(user.password)
      await proof.getByRole('button', { name: t('account:reauthentication.submit'), exact: true }).click()
      const banner = page
        .getByRole('status')
        .filter({ hasText: t('account:deletion.planned', { day: '|' }).split('|')[0] ?? '' })
      await expect(banner.getByRole('button', { name: t('account:deletion.cancel') })).toBeVisible()
      await expect(asked).toHaveCount(0)
      await page.goto('/dashboard')
      await hydrated(page)
      await expect(banner).toBeVisible()
      expect(await violations(page)).toEqual([])

      const { links } = await readMail(user.email, /./)
      const elsewhere = await visitor(browser, baseURL ?? '', language)
      await elsewhere.goto(links[0] ?? '')
      await hydrated(elsewhere)
      await elsewhere.getByRole('button', { name: t('account:cancelDeletion.submit') }).click()
      await expect(
        elsewhere.getByRole('heading', { name: t('account:cancelDeletion.doneTitle') }),
      ).toBeVisible()
      await elsewhere.context().close()
      await open(page, 'delete')
      await expect(banner).toHaveCount(0)
      await expect(panel(page).getByRole('button', { name: t('account:deletion.open') })).toBeVisible()
    },
  )
}

test('the tabs and the settings page show the same sections', async ({ page, settle }) => {
  await settle()
  await page.goto('/dashboard/settings')
  await hydrated(page)
  const onPage = await page.locator('main :is(h2, h3)').allTextContents()
  await open(page)
  const inTabs: string[] = []
  for (const entry of await page.getByRole('tab').all()) {
    await entry.click()
    await expect(entry).toHaveAttribute('aria-selected', 'true')
    inTabs.push(...(await panel(page).locator('h2, h3').allTextContents()))
  }
  expect(inTabs).toEqual(onPage)
})

test('by keyboard alone: the tabs are one Tab stop, and arrows select', async ({ page, settle }) => {
  await settle()
  const t = textIn('en')
  await open(page)
  const first = tab(page, t('settings:groups.profile.title'))
  await tabTo(page, first)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('tab').last()).toBeFocused()
  await expect(page).toHaveURL(/\?tab=data$/)
  await isShown(page)
  await page.keyboard.press('Home')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(tab(page, t('settings:groups.security.title'))).toBeFocused()
})
