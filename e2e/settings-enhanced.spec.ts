import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import { lightViolations, violations } from './support/axe.ts'
import { tabTo } from './support/by-keyboard.ts'
import { expect, hydrated, isShown, mailsTo } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { test, visitor } from './support/organization-fixtures.ts'
import { tagOf, textIn, type Language } from './support/texts.ts'

const PATH = '/dashboard/settings-enhanced'
const speak = (page: Page, language: Language) =>
  page.context().addCookies([{ name: 'i18next', value: language, url: process.env.PLINTH_URL ?? '' }])
const panel = (page: Page) => page.getByRole('tabpanel')
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

async function open(page: Page, id?: string): Promise<void> {
  await page.goto(id === undefined ? PATH : `${PATH}?tab=${id}`)
  await hydrated(page)
}

const look = (page: Page) =>
  page.evaluate(() => {
    const { fontSize } = getComputedStyle(document.body)
    const button = document.querySelector('button')
    return {
      fontSize,
      moves: button ? getComputedStyle(button).transitionProperty : '',
      ...document.documentElement.dataset,
    }
  })

for (const language of ['en', 'de'] as const) {
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
      await expect(panel(page).getByRole('heading', { name: t('passkeys:title') })).toBeVisible()
      // The id of a section, as used in mails and older links.
      await open(page, 'sessions')
      await expect(tab(page, t('settings:groups.security.title'))).toHaveAttribute('aria-selected', 'true')
      await expect(panel(page).getByRole('heading', { name: t('account:sessions.title') })).toBeInViewport()
      await open(page, 'no-such-tab')
      await expect(tab(page, t('settings:groups.profile.title'))).toHaveAttribute('aria-selected', 'true')
    },
  )

  test(
    `an export is collected once, announced by mail and downloadable by its owner only: ${language}`,
    tagOf(language),
    async ({ page, settle, settleElsewhere, readMail }) => {
      const user = await settle()
      await speak(page, language)
      await page.request.post('/api/trpc/profile.setLanguage', {
        headers: { origin: process.env.PLINTH_URL ?? '' },
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
      expect(download.suggestedFilename()).toMatch(/^plinth-\d{4}-\d\d-\d\d\.zip$/)
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

test('by keyboard alone: the tabs are one Tab stop, arrows select, and a mail stays off once turned off', async ({
  page,
  settle,
}) => {
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
  while (
    !(await tab(page, t('settings:groups.preferences.title')).evaluate(
      (element) => element === document.activeElement,
    ))
  )
    await page.keyboard.press('ArrowDown')
  await expect(panel(page).getByRole('heading', { name: t('preferences:mails.title') })).toBeVisible()
  const wanted = panel(page).getByRole('switch', { name: t('preferences:mails.kinds.invitation') })
  await expect(wanted).toBeEnabled()
  await tabTo(page, wanted)
  const saved = page.waitForResponse(/preferences\.setMail/)
  await page.keyboard.press('Space')
  await saved
  await expect(wanted).not.toBeChecked()
  await page.reload()
  await expect(wanted).toBeEnabled()
  await expect(wanted).not.toBeChecked()
})

test('a user who turned off invitation mails gets none but still sees the invitation', async ({
  page,
  settle,
  settleElsewhere,
  found,
  invite,
}) => {
  await settle()
  const guest = await settleElsewhere()
  const data = { json: { kind: 'invitation', isWanted: false } }
  await guest.page.request.post('/api/trpc/preferences.setMail', {
    headers: { origin: process.env.PLINTH_URL ?? '' },
    data,
  })
  const { name } = await found()
  await invite(guest.user.email)
  const mails = await mailsTo(page.request, guest.user.email)
  expect(mails.filter(({ subject }) => subject.includes(name))).toEqual([])
  await guest.page.goto('/dashboard')
  await expect(guest.page.getByText(name)).toBeVisible()
})

test('text size, contrast and motion apply immediately, on public pages, and on another device from the first byte', async ({
  page,
  settle,
  browser,
  baseURL,
}) => {
  const user = await settle()
  // The system preference that journeys set would hide the user's own.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, 'display')
  const usual = await look(page)
  expect(usual.moves).not.toBe('none')
  expect(usual).toMatchObject({ fontSize: '14px' })
  const stored = () => page.waitForResponse(/preferences\.setDisplay/)
  for (const [field, value] of [
    ['textSize', 'larger'],
    ['contrast', 'more'],
    ['motion', 'reduced'],
  ] as const) {
    const answer = stored()
    await page.locator(`#${field}`).selectOption(value)
    expect((await answer).status()).toBe(200)
  }
  const chosen = { text: 'larger', contrast: 'more', motion: 'reduced', fontSize: '17.5px', moves: 'none' }
  expect(await look(page)).toMatchObject(chosen)
  expect(await violations(page)).toEqual([])
  await page.request.post('/api/auth/sign-out', { headers: { origin: baseURL ?? '' }, data: {} })
  for (const path of ['/', '/login'])
    expect(await (await page.request.get(path)).text(), path).toContain('data-text="larger"')
  await page.goto('/login')
  await hydrated(page)
  expect(await look(page)).toMatchObject(chosen)

  const elsewhere = await visitor(browser, baseURL ?? '')
  expect(await (await elsewhere.request.get('/login')).text()).not.toContain('data-text')
  await elsewhere.request.post('/api/auth/sign-in/email', {
    headers: { origin: baseURL ?? '' },
    data: { email: user.email, password: user.password },
  })
  expect(await (await elsewhere.request.get('/dashboard')).text()).toContain(
    'data-text="larger" data-contrast="more" data-motion="reduced"',
  )
  await elsewhere.emulateMedia({ reducedMotion: 'no-preference' })
  await elsewhere.goto('/dashboard')
  await hydrated(elsewhere)
  expect(await look(elsewhere)).toMatchObject(chosen)
  await elsewhere.context().close()
})
