import type { Page } from '@playwright/test'
import { violations } from '@plinth/testing/browser/axe.ts'
import { tabTo } from '@plinth/testing/browser/by-keyboard.ts'
import { expect, hydrated, reload } from '@plinth/testing/browser/fixtures.ts'
import { open } from '@plinth/testing/browser/session-fixtures.ts'
import { test, visitor } from '@plinth/testing/browser/team-fixtures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

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

test('by keyboard alone: a mail stays off once turned off', async ({ page, settle }) => {
  await settle()
  const t = textIn('en')
  await open(page, '/dashboard/settings-enhanced?tab=preferences')
  await expect(page.getByRole('heading', { name: t('preferences:mails.title') })).toBeVisible()
  const wanted = page.getByRole('switch', { name: t('preferences:mails.kinds.newSignIn') })
  await expect(wanted).toBeEnabled()
  await tabTo(page, wanted)
  const saved = page.waitForResponse(/preferences\.setMail/)
  await page.keyboard.press('Space')
  await saved
  await expect(wanted).not.toBeChecked()
  await reload(page)
  await expect(wanted).toBeEnabled()
  await expect(wanted).not.toBeChecked()
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
  await open(page, '/dashboard/settings-enhanced?tab=display')
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
  for (const path of ['/forgot-password', '/login'])
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
