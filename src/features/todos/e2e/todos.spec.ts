import type { Page } from '@playwright/test'
import { lightViolations, violations } from '@plinth/testing/browser/axe.ts'
import { tabTo } from '@plinth/testing/browser/by-keyboard.ts'
import { call } from '@plinth/testing/browser/call.ts'
import { openNetwork } from '@plinth/testing/browser/cuttable-network.ts'
import { afterFrames, arrived, expect, hydrated, reload } from '@plinth/testing/browser/fixtures.ts'
import { holdScripts } from '@plinth/testing/browser/hold-scripts.ts'
import { holdResponse } from '@plinth/testing/browser/hold-response.ts'
import { layoutShift } from '@plinth/testing/browser/measure-page.ts'
import {
  atRest,
  endSessions,
  open as openPage,
  signInHere,
  withoutLiveUpdates,
} from '@plinth/testing/browser/session-fixtures.ts'
import { usePersonalWorkspace, withoutChannel } from '@plinth/testing/browser/tabs.ts'
import { test, writeOrganization } from '@plinth/testing/browser/team-fixtures.ts'
import { tagOf, textIn, type Language } from '@plinth/testing/browser/texts.ts'
import { preferred, preferredOf } from '@plinth/testing/languages.ts'

const PATH = '/dashboard/tanstack-db-example'

const speak = (page: Page, language: Language) =>
  page.context().addCookies([{ name: 'i18next', value: language, url: process.env.TEST_URL ?? '' }])
const list = (page: Page) => page.locator('section[aria-labelledby="todos"]')
const box = (page: Page, text: string) => list(page).getByRole('checkbox', { name: text, exact: true })
const add = (page: Page, text: string) => call<{ id: string }>(page, 'todos.create', { text })

/** Opens the list and waits until it has subscribed to changes. */
async function open(page: Page): Promise<void> {
  const stream = page.waitForRequest(/todos\.changes/)
  await page.goto(PATH)
  await hydrated(page)
  await stream
}

for (const language of preferredOf('en', 'de')) {
  const t = textIn(language)
  test(
    `two members each see what the other adds, ticks and deletes without doing anything: ${language}`,
    tagOf(language),
    async ({ page, settleTeam }) => {
      await speak(page, language)
      const { guest } = await settleTeam()
      await open(page)
      await open(guest.page)
      await page.locator('#text').fill('Order clay')
      await page.locator('#text').press('Enter')
      await expect(page.locator('#text')).toHaveValue('')
      await expect(box(guest.page, 'Order clay')).toBeVisible()
      await box(guest.page, 'Order clay').check()
      await expect(box(page, 'Order clay')).toBeChecked()
      await page.getByRole('button', { name: `${t('todos:lists.pending')} 0` }).click()
      await expect(list(page).getByText(t('todos:lists.nonePending'))).toBeVisible()
      await page.getByRole('button', { name: `${t('todos:lists.completed')} 1` }).click()
      await expect(page).toHaveURL(/show=completed/)
      await expect(box(page, 'Order clay')).toBeChecked()
      await list(page)
        .getByRole('button', { name: `${t('todos:lists.delete')} Order clay` })
        .click()
      await expect(box(guest.page, 'Order clay')).toHaveCount(0)
    },
  )

  test(
    `a change rejected by the server shows at once and is rolled back with the reason: ${language}`,
    tagOf(language),
    async ({ page, enter, user, watch }) => {
      watch.expectProblem(/400|errors:invalid/)
      await speak(page, language)
      await enter(user)
      await open(page)
      const answer = Promise.withResolvers<void>()
      await page.route('**/api/trpc/todos.create**', async (route) => {
        await answer.promise
        await route.continue()
      })
      await page.getByRole('button', { name: t('todos:form.refused') }).click()
      await expect(box(page, t('todos:form.refusedText'))).toBeVisible()
      answer.resolve()
      await expect(box(page, t('todos:form.refusedText'))).toHaveCount(0)
      await expect(page.getByText(t('todos:form.undone'))).toBeVisible()
    },
  )
}

test('by keyboard alone: add, tick, delete', async ({ page, enter, user }) => {
  const t = textIn(preferred('pt'))
  await speak(page, preferred('pt'))
  await enter(user)
  await open(page)
  await tabTo(page, page.locator('#text'))
  await page.keyboard.type('Regar a argila')
  await page.keyboard.press('Enter')
  await expect(box(page, 'Regar a argila')).toBeVisible()
  await tabTo(page, box(page, 'Regar a argila'))
  await page.keyboard.press('Space')
  await expect(box(page, 'Regar a argila')).toBeChecked()
  await tabTo(page, list(page).getByRole('button', { name: `${t('todos:lists.delete')} Regar a argila` }))
  const deleted = page.waitForResponse(/todos\.delete/)
  await page.keyboard.press('Enter')
  await expect(list(page).getByText(t('todos:lists.noneAtAll'))).toBeVisible()
  // Gone immediately, and still gone after the response.
  expect((await deleted).ok()).toBe(true)
  await afterFrames(page)
  await expect(box(page, 'Regar a argila')).toHaveCount(0)
})

test('offline, a tick is rolled back with a message, and changes of others arrive on reconnect', async ({
  page,
  browser,
  baseURL,
  enter,
  user,
}) => {
  const t = textIn('en')
  await enter(user)
  const { id } = await add(page, 'Sweep the studio')
  const second = await add(page, 'Wash the aprons')
  const network = await openNetwork()
  const context = await browser.newContext({
    baseURL,
    proxy: network.proxy,
    storageState: await page.context().storageState(),
  })
  const far = await context.newPage()
  await open(far)
  await expect(box(far, 'Wash the aprons')).toBeEnabled()
  network.cut()
  await box(far, 'Sweep the studio').click()
  await expect(far.getByText(t('errors:offline')).first()).toBeVisible()
  await expect(box(far, 'Sweep the studio')).not.toBeChecked()
  await call(page, 'todos.update', { id, completed: true })
  await call(page, 'todos.delete', { id: second.id })
  await add(page, 'Written elsewhere')
  await expect(box(far, 'Wash the aprons')).toBeVisible()
  network.restore()
  await expect(box(far, 'Written elsewhere')).toBeVisible()
  await expect(box(far, 'Sweep the studio')).toBeChecked()
  await expect(box(far, 'Wash the aprons')).toHaveCount(0)
  await context.close()
  await network.close()
})

test('a late response does not restore a to-do deleted in between', async ({
  page,
  context,
  enter,
  user,
}) => {
  await enter(user)
  const { id } = await add(page, 'Gone for good')
  await open(page)
  const other = await context.newPage()
  await open(other)
  const update = await holdResponse(page, /todos\.update/)
  const answered = page.waitForResponse(/todos\.update/)
  await box(page, 'Gone for good').click()
  await expect(box(page, 'Gone for good')).toBeChecked()
  await update.handled
  await call(page, 'todos.delete', { id })
  // What the other page has received, this one has too; it shows it once its own write is done.
  await expect(box(other, 'Gone for good')).toHaveCount(0)
  update.release()
  await answered
  await expect(box(page, 'Gone for good')).toHaveCount(0)
  await add(page, 'Still here')
  await expect(box(page, 'Still here')).toBeVisible()
  await expect(box(page, 'Gone for good')).toHaveCount(0)
})

test('an idle page sends no requests: nothing but its one stream stays open', async ({
  page,
  enter,
  user,
}) => {
  await page.clock.install()
  await enter(user)
  await add(page, 'Sit still')
  await open(page)
  await expect(box(page, 'Sit still')).toBeEnabled()
  // Scripts that are loaded when the page is idle.
  await page.clock.runFor(2_000)
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // Shorter than the silence after which a stream counts as dead.
  await page.clock.runFor(20_000)
  expect(asked).toEqual([])
  await add(page, 'Arrived by the stream')
  await expect(box(page, 'Arrived by the stream')).toBeVisible()
  expect(asked).toEqual([])
})

test('an empty or too long entry is rejected at its field', async ({ page, enter, user }) => {
  const t = textIn('en')
  await enter(user)
  await open(page)
  await page.locator('#text').press('Enter')
  await expect(page.locator('#text-note')).toHaveText(t('todos:form.empty'))
  await expect(page.locator('#text')).toBeFocused()
  await page.locator('#text').fill('x'.repeat(301))
  await page.locator('#text').press('Enter')
  await expect(page.locator('#text-note')).toHaveText(t('errors:tooLong'))
})

test('the list breaks no accessibility rule and loads without layout shift, empty or full', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await open(page)
  expect(await page.evaluate(layoutShift)).toBe(0)
  expect(await lightViolations(page)).toEqual([])
  const { id } = await add(page, 'Ticked')
  await add(page, 'Open')
  await call(page, 'todos.update', { id, completed: true })
  await open(page)
  expect(await page.evaluate(layoutShift)).toBe(0)
  expect(await violations(page)).toEqual([])
})

test('on a phone, a menu edits a to-do in place and deletes it', async ({ page, enter, user }) => {
  const t = textIn('en')
  await page.setViewportSize({ width: 390, height: 800 })
  await enter(user)
  await open(page)
  await add(page, 'Order clay')
  const menuOf = (text: string) =>
    list(page).getByRole('button', { name: `${t('app:menu.actions')} ${text}` })
  const choose = async (text: string, act: 'edit' | 'delete') => {
    await menuOf(text).click()
    await page.getByRole('menuitem', { name: t(`todos:lists.${act}`) }).click()
  }
  await choose('Order clay', 'edit')
  const field = page.getByRole('textbox', { name: t('todos:lists.editLabel'), exact: true })
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(field).toBeFocused()
  await field.fill('Order glaze')
  await field.press('Enter')
  await expect(menuOf('Order glaze')).toBeFocused()
  await choose('Order glaze', 'delete')
  await expect(box(page, 'Order glaze')).toHaveCount(0)
})

test('a to-do is edited in place, and a deletion is undone', async ({ page, enter, user }) => {
  const t = textIn('en')
  await enter(user)
  await open(page)
  await add(page, 'Order clay')
  const button = (name: string) => list(page).getByRole('button', { name })
  await button(`${t('todos:lists.edit')} Order clay`).click()
  const field = page.getByRole('textbox', { name: t('todos:lists.editLabel'), exact: true })
  await expect(field).toBeFocused()
  await field.fill('Order glaze')
  await field.press('Escape')
  await expect(box(page, 'Order clay')).toBeVisible()
  await expect(button(`${t('todos:lists.edit')} Order clay`)).toBeFocused()
  await page.keyboard.press('Enter')
  await field.fill('Order glaze')
  await field.press('Enter')
  await expect(button(`${t('todos:lists.edit')} Order glaze`)).toBeFocused()
  await box(page, 'Order glaze').check()
  await button(`${t('todos:lists.delete')} Order glaze`).click()
  await expect(box(page, 'Order glaze')).toHaveCount(0)
  await page.getByRole('button', { name: t('todos:lists.undo') }).click()
  await expect(box(page, 'Order glaze')).toBeChecked()
  await reload(page)
  await expect(box(page, 'Order glaze')).toBeChecked()
})

test('an entry that was being sent when the session ended is there again after signing in', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/401|signInFirst|\.changes/)
  await withoutLiveUpdates(page)
  await enter(user)
  await openPage(page, PATH)
  await page.locator('#text').fill('Order clay')
  await endSessions(user)
  await page.locator('#text').press('Enter')
  await signInHere(page, user)
  await expect(page.locator('#text')).toHaveValue('Order clay')

  // Saved text is not a draft.
  await page.locator('#text').press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Order clay', exact: true }).first()).toBeEnabled()
  await expect(page.locator('li > .opacity-60')).toHaveCount(0)
  await atRest(page)
  await endSessions(user)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await signInHere(page, user)
  await openPage(page, PATH)
  await expect(page.getByRole('checkbox', { name: 'Order clay', exact: true }).first()).toBeVisible()
  await expect(page.locator('#text')).toHaveValue('')
})

test('an open list with live updates leads to the sign-in page by itself when the session is revoked', async ({
  page,
  browser,
  enter,
  user,
  watch,
  baseURL,
}) => {
  watch.expectProblem(/401|signInFirst|\.changes/)
  await enter(user)
  await openPage(page, PATH)
  const elsewhere = await browser.newContext({ baseURL })
  const headers = { origin: baseURL ?? '' }
  const { email, password } = user
  await elsewhere.request.post('/api/auth/sign-in/email', { headers, data: { email, password } })
  const revoked = await elsewhere.request.post('/api/trpc/sessions.revokeOthers', { headers, data: {} })
  expect(revoked.status(), await revoked.text()).toBe(200)
  await signInHere(page, user)
  await arrived(page, PATH)
  await elsewhere.close()
})

test('a to-do submitted before the script has loaded is added once', async ({ page, user, enter }) => {
  await enter(user)
  const release = await holdScripts(page)
  await page.goto(PATH, { waitUntil: 'commit' })
  await page.locator('#text').fill('Order clay')
  await page.locator('#text').press('Enter')
  await expect(page.getByText('Adding...', { exact: true })).toBeVisible()
  release()
  const added = box(page, 'Order clay')
  await expect(added).toHaveCount(1)
  await expect(page.locator('#text')).toHaveValue('')
  await reload(page)
  await expect(added).toHaveCount(1)
})

test('removing a row focuses the next one, and after the last one the heading', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await open(page)
  for (const text of ['first', 'second']) {
    await page.locator('#text').fill(text)
    await page.locator('#text').press('Enter')
    await expect(page.getByRole('checkbox', { name: text }).first()).toBeVisible()
  }
  const all = page.getByRole('region', { name: 'To-dos', exact: true })
  const remove = all.getByRole('button', { name: /^Delete/ })
  await remove.first().focus()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(1)
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(0)
  await expect(all.getByRole('heading')).toBeFocused()
})

test('an outdated tab does not write to another workspace', async ({ page, context, settle, watch }) => {
  const t = textIn('en')
  watch.expectProblem(/409|otherAccount/)
  await withoutChannel(context)
  const { email } = await settle()
  await writeOrganization([{ email, role: 'owner' }])
  await open(page)
  await atRest(page)
  await usePersonalWorkspace({ email })
  await page.locator('#text').fill('For the organization')
  await page.locator('#text').press('Enter')
  await expect(page.getByRole('dialog', { name: t('app:outdated.title') })).toBeVisible()
  await open(page)
  await expect(page.getByText('For the organization')).toHaveCount(0)
})

test('what was deleted in one workspace can not be restored into another', async ({ page, settle }) => {
  const t = textIn('en')
  const { email } = await settle()
  await writeOrganization([{ email, role: 'owner' }])
  await open(page)
  await add(page, 'Sweep')
  await list(page)
    .getByRole('button', { name: `${t('todos:lists.delete')} Sweep` })
    .click()
  const undo = page.getByRole('button', { name: t('todos:lists.undo') })
  await expect(undo).toBeVisible()
  await usePersonalWorkspace({ email })
  // A tab that gets the focus asks again, and learns of the other workspace.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText(t('app:workspace.nowPersonal'))).toBeVisible()
  // It would add the to-do to this workspace. The toast expires by itself after ten seconds.
  await expect(undo).toHaveCount(0, { timeout: 5_000 })
})

test('a to-do that somebody else changes while it is edited is not overwritten before it is seen', async ({
  page,
  settle,
}) => {
  const t = textIn(preferred('en'))
  await speak(page, preferred('en'))
  await settle()
  const { id } = await add(page, 'Order glaze')
  await open(page)
  await list(page).getByText('Order glaze').hover()
  await list(page)
    .getByRole('button', { name: t('todos:lists.edit') })
    .click()
  const field = list(page)
    .getByRole('textbox', { name: t('todos:lists.editLabel') })
    .last()
  await field.fill('Order glaze, two buckets')
  await call(page, 'todos.update', { id, text: 'Order blue glaze' })
  const banner = list(page).getByRole('status')
  await expect(banner).toContainText('Order blue glaze')
  await field.press('Enter')
  await expect(banner).toBeFocused()
  await expect(field).toHaveValue('Order glaze, two buckets')
  await banner.getByRole('button', { name: t('conflict:keep') }).click()
  await field.press('Enter')
  await expect(box(page, 'Order glaze, two buckets')).toBeVisible()
})
