import {
  choose,
  dialogOf,
  expectToast,
  open,
  pathOf,
  press,
  rowOf,
  test,
  usersPath,
} from '@plinth/testing/browser/administration-fixtures.ts'
import { tooSmallTargets, violations } from '@plinth/testing/browser/axe.ts'
import { tabTo } from '@plinth/testing/browser/by-keyboard.ts'
import { call } from '@plinth/testing/browser/call.ts'
import {
  ada,
  admin,
  arrived,
  expect,
  hydrated,
  isShown,
  newWord,
  reload,
} from '@plinth/testing/browser/fixtures.ts'
import { inDatabase } from '@plinth/testing/browser/in-database.ts'
import { tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { preferred, preferredOf } from '@plinth/testing/languages.ts'

for (const language of preferredOf('en', 'de')) {
  const t = textIn(language)

  test(
    `an account is created, and errors appear at their field: ${language}`,
    tagOf(language),
    async ({ page, user: { email, password }, enterAsAdmin, watch }) => {
      // An address that is taken.
      watch.expectProblem(/409|admin\.users\.create/)
      await enterAsAdmin(language)
      await open(page, usersPath)
      await page.getByRole('button', { name: t('administration:create.submit') }).click()
      const dialog = dialogOf(page)
      await dialog.locator('#name').fill('Iris Okafor')
      await dialog.locator('#email').fill(ada.email)
      await dialog.locator('#password').fill('short')
      await press(page, t('administration:create.submit'))
      await expect(dialog.locator('#password-note')).toHaveText(t('errors:passwordTooShort'))
      await dialog.locator('#password').fill('password')
      await press(page, t('administration:create.submit'))
      await expect(dialog.locator('#password-note')).toHaveText(t('errors:commonPassword'))
      await dialog.locator('#password').fill(password)
      await press(page, t('administration:create.submit'))
      await expectToast(page, t('administration:failed.create'))
      await expect(dialog.locator('#email-note')).toHaveText(t('administration:refused.emailTaken'))
      await expect(dialog.locator('#email')).toBeFocused()
      await dialog.locator('#email').fill(email)
      await press(page, t('administration:create.submit'))
      await expectToast(page, t('administration:done.create'))
      await expect(dialog).toHaveCount(0)

      await page.getByRole('searchbox').fill(email.slice(2, -4))
      await expect(page).toHaveURL(/q=/)
      await isShown(page)
      await expect(rowOf(page, { email })).toHaveCount(1)
    },
  )

  test(
    `a ban signs out and shows its reason at the next sign-in, until it is lifted: ${language}`,
    tagOf(language),
    async ({ page, enterAsAdmin, makeSomebody, signInElsewhere }) => {
      await enterAsAdmin(language)
      const user = await makeSomebody()
      const dialog = dialogOf(page)
      const row = rowOf(page, user)
      await open(page, pathOf(user))
      const theirs = await signInElsewhere(user, language)
      await open(theirs, '/dashboard')

      await row.getByRole('button', { name: t('administration:ban.open'), exact: true }).click()
      await press(page, t('administration:ban.submit'))
      await expect(dialog.locator('#reason-note')).toHaveText(t('errors:required'))
      await expect(dialog.locator('#expiresAt-note')).toHaveText(
        t('administration:refused.expirationRequired'),
      )
      await dialog.locator('#reason').fill('Sent advertising')
      await dialog.locator('#expiresAt').fill('2020-02-02')
      await press(page, t('administration:ban.submit'))
      await expect(dialog.locator('#expiresAt-note')).toHaveText(t('administration:refused.expirationPast'))
      await dialog.getByRole('button', { name: t('administration:ban.preset.week') }).click()
      await press(page, t('administration:ban.submit'))
      await expectToast(page, t('administration:done.ban'))
      await expect(row).toContainText(t('administration:table.until', { day: '' }).trim())

      await theirs.goto('/dashboard/settings')
      await arrived(theirs, '/login')
      await hydrated(theirs)
      await theirs.locator('#email').fill(user.email)
      await theirs.locator('#password').fill(user.password)
      await theirs.locator('#password').press('Enter')
      await expect(theirs.getByRole('alert')).toContainText('Sent advertising')

      await row.getByRole('button', { name: t('administration:unban.open'), exact: true }).click()
      await expectToast(page, t('administration:done.unban'))
      await expect(row).not.toContainText(t('administration:table.until', { day: '' }).trim())
      await theirs.locator('#password').press('Enter')
      await arrived(theirs, '/dashboard/settings')
    },
  )

  test(
    `a user is promoted, demoted, signed out and deleted: ${language}`,
    tagOf(language),
    async ({ page, enterAsAdmin, makeSomebody, signInElsewhere }) => {
      await enterAsAdmin(language)
      const user = await makeSomebody()
      const dialog = dialogOf(page)
      const row = rowOf(page, user)
      await open(page, pathOf(user))
      const theirs = await signInElsewhere(user, language)

      await choose(page, user, { act: 'administration:role.admin', language })
      await press(page, t('administration:changeRole.submit.admin'))
      await expectToast(page, t('administration:done.changeRole'))
      await expect(
        row.getByText(t('administration:role.admin'), { exact: true }).filter({ visible: true }),
      ).toBeVisible()
      await expect(row.getByRole('button', { name: t('administration:impersonate.open') })).toHaveCount(0)
      await theirs.goto(usersPath)
      await expect(theirs.getByRole('table').first()).toBeVisible()
      await choose(page, user, { act: 'administration:role.user', language })
      await press(page, t('administration:changeRole.submit.user'))
      await expect(row.getByText(t('administration:role.user'), { exact: true })).toBeVisible()
      expect((await theirs.goto(usersPath))?.status()).toBe(404)

      await choose(page, user, { act: 'administration:revoke.open', language })
      await press(page, t('administration:revoke.submit'))
      await expectToast(page, t('administration:done.revoke'))
      await theirs.goto('/dashboard')
      await expect(theirs).toHaveURL(/login/)

      await choose(page, user, { act: 'administration:delete.open', language })
      await dialog.locator('#confirmation').fill('somebody else')
      await press(page, t('administration:delete.submit'))
      await expect(dialog.locator('#confirmation-note')).toHaveText(
        t('errors:confirmationMismatch', { expected: user.email }),
      )
      await dialog.locator('#confirmation').fill(user.email)
      await press(page, t('administration:delete.submit'))
      await expectToast(page, t('administration:done.delete'))
      await expect(row).toHaveCount(0)
      await expect(page.getByText(t('administration:empty.titleFor', { q: user.email }))).toBeVisible()
    },
  )

  test(
    `an administrator impersonates a user with a reason, sees a banner on every page, and stops: ${language}`,
    tagOf(language),
    async ({ page, enterAsNewAdmin, makeSomebody, readMail, watch }) => {
      // The admin pages are missing during impersonation; the last authentication was too old.
      watch.expectProblem(/404|403/)
      const administrator = await enterAsNewAdmin(language)
      const user = await makeSomebody()
      await inDatabase(
        `update session set proved_at = now() - interval '11 minutes' where user_id = (select id from "user" where email = $1)`,
        [administrator.email],
      )
      await open(page, pathOf(user))
      await rowOf(page, user)
        .getByRole('button', { name: t('administration:impersonate.open') })
        .click()
      await press(page, t('administration:impersonate.submit'))
      await expect(dialogOf(page).locator('#reason-note')).toHaveText(t('errors:required'))
      await dialogOf(page).locator('#reason').fill('Looking for a lost invoice')
      await press(page, t('administration:impersonate.submit'))
      await page.locator('#password').fill(administrator.password)
      await page.locator('#password').press('Enter')
      await expectToast(page, t('administration:done.impersonate'))
      await arrived(page, '/dashboard')
      const banner = page.getByRole('region', { name: t('administration:shell.impersonation.label') })
      for (const path of ['/dashboard', '/dashboard/settings', '/forgot-password']) {
        await page.goto(path)
        await expect(banner).toContainText(user.name)
      }
      for (const path of ['/dashboard/admin', usersPath, '/no/such/page']) {
        expect((await page.goto(path))?.status(), path).toBe(404)
        await expect(banner).toContainText(user.name)
      }
      await open(page, '/dashboard')
      await banner.getByRole('button', { name: t('administration:shell.impersonation.stop') }).click()
      await arrived(page, usersPath)
      await expect(banner).toHaveCount(0)
      expect((await readMail(user.email, /Admin/i)).text).toContain('Looking for a lost invoice')
    },
  )
}

test('the charts of thirty days have a table behind them', async ({ page, enterAsAdmin }) => {
  const t = textIn('en')
  await enterAsAdmin('en')
  await open(page, '/dashboard/admin')
  const section = page.getByRole('region', { name: t('administration:chart.title') })
  const rows = section.getByRole('row')
  await expect(section.locator('svg')).toHaveCount(5)
  await expect(rows).toHaveCount(31)
  await section.getByRole('button', { name: t('administration:chart.asTable') }).click()
  await expect(section.locator('svg')).toHaveCount(0)
  await expect(rows.first()).toBeInViewport()
  expect(await violations(page)).toEqual([])
})

test('an error of the server is listed with its request, and hidden when it is resolved', async ({
  page,
  enterAsAdmin,
}) => {
  const t = textIn('en')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = `Error ${newWord()}`
  await inDatabase(
    `insert into error_group (fingerprint, name, message, place, amount, first_at, last_at, last_request_id)
     values ($1, $1, 'it is broken', 'things.create', 42, now(), now() + interval '1 hour', 'request-1')`,
    [name],
  )
  await enterAsAdmin('en')
  await open(page, '/dashboard/admin')
  const section = page.getByRole('region', { name: t('administration:errors.title') })
  const row = section.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText(t('administration:errors.count_other', { count: '42' }))
  await row.getByRole('button', { name: t('administration:errors.copyId', { id: 'request-1' }) }).click()
  await expectToast(page, t('app:copy.done'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('request-1')
  expect(await violations(page)).toEqual([])
  await row.getByRole('button', { name: t('administration:errors.resolve') }).click()
  await expectToast(page, t('administration:done.resolve'))
  await expect(row).toHaveCount(0)
})

test('an email that waits is tried again and leaves the list, and one that failed is discarded once confirmed', async ({
  page,
  enterAsAdmin,
}) => {
  const t = textIn('en')
  const [waiting, failed] = [newWord(), newWord()]
  const insert = `insert into mail (id, "to", language, template, subject, text, html, links, attempts, last_error, created_at, failed_at)
    values ($1, $1, 'en', 'banned', $1, '', '', '[]', 3, '451 later', now() + interval '1 hour', $2)`
  const isListed = new Date(Date.now() + 3_600_000).toISOString()
  await inDatabase(insert.replace('$2', 'null'), [waiting])
  await inDatabase(insert, [failed, isListed])
  try {
    await enterAsAdmin('en')
    await open(page, '/dashboard/admin')
    const section = page.getByRole('region', { name: t('administration:queues.title') })
    const row = (word: string) => section.getByRole('listitem').filter({ hasText: word })
    await expect(row(failed)).toContainText('451 later')
    expect(await violations(page)).toEqual([])
    await row(waiting)
      .getByRole('button', { name: t('administration:queues.retry') })
      .click()
    await expectToast(page, t('administration:done.retry'))
    // Without a mail server it stays in the mailbox as sent.
    await expect(async () => {
      await reload(page)
      await expect(row(failed)).toBeVisible()
      await expect(row(waiting)).toHaveCount(0, { timeout: 500 })
    }).toPass()
    await row(failed)
      .getByRole('button', { name: t('administration:queues.discard') })
      .click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('administration:queues.discardMail.submit') })
      .click()
    // It hides the list.
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(row(failed)).toHaveCount(0)
  } finally {
    // The mailbox of other journeys would list them first.
    await inDatabase('delete from mail where id in ($1, $2)', [waiting, failed])
  }
})

test('a user deleted by another administrator in between is reported as gone and disappears', async ({
  page,
  enterAsAdmin,
  makeSomebody,
  watch,
}) => {
  const t = textIn('en')
  watch.expectProblem(/404|admin\.users\./)
  await enterAsAdmin()
  const user = await makeSomebody()
  await open(page, pathOf(user))
  await rowOf(page, user)
    .getByRole('button', { name: t('administration:ban.open') })
    .click()
  await dialogOf(page).locator('#reason').fill('Too late')
  await dialogOf(page)
    .getByRole('button', { name: t('administration:ban.preset.day') })
    .click()
  await call(page, 'admin.users.delete', { userId: user.id })
  await press(page, t('administration:ban.submit'))
  await expectToast(page, t('administration:failed.ban'), t('administration:table.goneMeanwhile'))
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(rowOf(page, user)).toHaveCount(0)
  await open(page, `${usersPath}?user=${user.id}`)
  await expect(dialogOf(page)).toContainText(t('administration:details.gone'))
})

test('several users are banned, unbanned and signed out', async ({ page, enterAsAdmin, makeSomebody }) => {
  const t = textIn('en')
  await enterAsAdmin()
  const users = [await makeSomebody(), await makeSomebody(), await makeSomebody()]
  await inDatabase(
    `update "user" set name = 'Bulk ' || $1 where id in ($1, $2, $3)`,
    users.map(({ id }) => id),
  )
  const name = `Bulk ${users[0]?.id}`
  await open(page, `${usersPath}?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row', { name })).toHaveCount(3)
  await page.getByRole('checkbox', { name: t('administration:table.chooseAll') }).check()
  const bar = page.getByRole('region', { name: t('administration:selection.label') })
  await expect(bar).toContainText('3 selected')
  await bar.getByRole('button', { name: 'Ban 3 users' }).click()
  await dialogOf(page).locator('#reason').fill('Both of them')
  await dialogOf(page)
    .getByRole('button', { name: t('administration:ban.preset.month') })
    .click()
  await press(page, 'Ban 3 users')
  await expectToast(page, '3 users banned successfully')
  await expect(bar).toHaveCount(0)
  await page
    .getByRole('checkbox', { name: `Select ${name}` })
    .first()
    .check()
  await page
    .getByRole('checkbox', { name: `Select ${name}` })
    .last()
    .click({ modifiers: ['Shift'] })
  await bar.getByRole('button', { name: 'Unban 3 users' }).click()
  await expectToast(page, '3 users unbanned successfully')
  await expect(bar).toHaveCount(0)
  await page.getByRole('checkbox', { name: t('administration:table.chooseAll') }).check()
  await bar.getByRole('button', { name: t('administration:revoke.submit') }).click()
  await press(page, t('administration:revoke.submit'))
  await expectToast(page, 'Sessions of 3 users revoked successfully')
})

test('on a phone users are selected in a separate mode, and one menu has every action', async ({
  page,
  enterAsAdmin,
  makeSomebody,
}) => {
  const t = textIn('en')
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAsAdmin()
  const user = await makeSomebody()
  await open(page, pathOf(user))
  const checkbox = page.getByRole('checkbox', {
    name: `${t('administration:table.choose')} ${user.name}`,
  })
  await expect(checkbox).toHaveCount(0)
  await page.getByRole('button', { name: t('administration:selection.start'), exact: true }).click()
  await checkbox.check()
  const bar = page.getByRole('region', { name: t('administration:selection.label') })
  await expect(bar).toContainText('1 selected')
  await bar.getByRole('button', { name: t('administration:selection.clear') }).click()
  await expect(bar).toHaveCount(0)
  await expect(checkbox).toHaveCount(0)
  // The narrowest phones have a menu for what stands beside the filters.
  await page.setViewportSize({ width: 320, height: 844 })
  await page.getByRole('button', { name: t('administration:table.actions'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('administration:selection.start') }).click()
  await expect(checkbox).toBeVisible()
  await bar.getByRole('button', { name: t('administration:selection.clear') }).click()
  await choose(page, user, { act: 'administration:ban.open' })
  await expect(dialogOf(page).locator('#reason')).toBeVisible()
})

test('a click anywhere on a row opens its details; the total is shown below the rows', async ({
  page,
  enterAsAdmin,
  makeSomebody,
}) => {
  const t = textIn('en')
  await enterAsAdmin()
  const user = await makeSomebody()
  await open(page, pathOf(user))
  await expect(page.getByText('1 of 1 user', { exact: true })).toBeVisible()
  await rowOf(page, user).getByText(t('administration:role.user'), { exact: true }).click()
  await expect(dialogOf(page)).toContainText(user.id)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
})

test('search, filters, sorting, page and details are in the URL, which shows another administrator the same', async ({
  page,
  enterAsAdmin,
  makeSomebody,
  signInElsewhere,
}) => {
  const t = textIn('en')
  await enterAsAdmin()
  const user = await makeSomebody()
  await inDatabase(
    `insert into "user" (id, name, email, role, created_at, updated_at) select $1 || i, 'Page ' || lpad(i::text, 2, '0') || ' ' || $1, 'page.' || i || '.' || $1 || '@example.org', 'user', now(), now() from generate_series(1, 30) i`,
    [user.id],
  )
  await open(page, usersPath)
  await page.getByRole('searchbox').fill(`${user.id}@example.org`)
  const rows = page.getByRole('table', { name: t('administration:users.title') }).getByRole('row')
  await expect(rows).toHaveCount(26)
  await page
    .getByRole('columnheader', { name: t('administration:table.name') })
    .getByRole('button')
    .click()
  await expect(page.getByRole('columnheader', { name: t('administration:table.name') })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(rows.nth(1)).toContainText('Page 01')
  await page
    .getByRole('columnheader', { name: t('administration:table.name') })
    .getByRole('button')
    .click()
  await expect(rows.nth(1)).toContainText('Page 30')
  await page.getByRole('combobox', { name: t('administration:filter.address') }).selectOption('no')
  await page.getByRole('button', { name: t('administration:pager.next') }).click()
  await expect(rows).toHaveCount(6)
  await expect(rows.nth(1)).toContainText('Page 05')
  await page.getByRole('button', { name: `Page 03 ${user.id}`, exact: true }).click()
  await expect(dialogOf(page)).toContainText(`page.3.${user.id}@example.org`)

  const other = await signInElsewhere(admin)
  await open(other, page.url())
  await expect(dialogOf(other)).toContainText(`page.3.${user.id}@example.org`)
  await other.keyboard.press('Escape')
  await expect(other.getByRole('table').getByRole('row').nth(1)).toContainText('Page 05')
  await other.getByRole('button', { name: t('administration:pager.first') }).click()
  await expect(other.getByRole('table').getByRole('row').nth(1)).toContainText('Page 30')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('administration:pager.previous') }).click()
  await expect(rows.nth(1)).toContainText('Page 30')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: t('administration:filter.export') }).click()
  const stream = await (await download).createReadStream()
  const lines = (await stream.toArray()).join('').trim().split('\n')
  expect(lines).toHaveLength(31)
  expect(lines[1]).toContain(`Page 30 ${user.id}`)
  await page.getByRole('button', { name: t('administration:filter.clear') }).click()
  await expect(page).toHaveURL(/users\?sort=name&direction=desc$/)
})

test('a second press on a column head counts, however soon it comes', async ({ page, enterAsAdmin }) => {
  const t = textIn('en')
  await enterAsAdmin()
  await open(page, usersPath)
  const head = page.getByRole('columnheader', { name: t('administration:table.name') })
  await head.getByRole('button').dblclick()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/users\?sort=name&direction=desc$/)
})

test('the table stays where it is when a search begins', async ({ page, enterAsAdmin }) => {
  const t = textIn('en')
  await enterAsAdmin()
  await page.setViewportSize({ width: 1160, height: 720 })
  await open(page, usersPath)
  const table = page.getByRole('table', { name: t('administration:users.title') })
  const before = await table.boundingBox()
  await page.getByRole('searchbox').fill(admin.email)
  await expect(page.getByRole('button', { name: t('administration:filter.clear') })).toBeVisible()
  expect((await table.boundingBox())?.y).toBe(before?.y)
})

test('by keyboard alone: create an account, ban it, lift the ban, delete it', async ({
  page,
  user,
  enterAsAdmin,
}) => {
  const t = textIn('en')
  await enterAsAdmin()
  await open(page, pathOf(user))
  await tabTo(page, page.getByRole('button', { name: t('administration:create.submit') }))
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).locator('#name')).toBeFocused()
  await page.keyboard.type('Kit Keys')
  await page.keyboard.press('Tab')
  await page.keyboard.type(user.email)
  await page.keyboard.press('Enter')
  await expectToast(page, t('administration:done.create'))
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('administration:create.submit') })).toBeFocused()

  await tabTo(page, rowOf(page, user).getByRole('button', { name: t('administration:ban.open') }))
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).locator('#reason')).toBeFocused()
  await page.keyboard.type('Only keys')
  const calendar = dialogOf(page).getByRole('button', { name: t('calendar:open') })
  await tabTo(page, calendar)
  await page.keyboard.press('Enter')
  await expect(page.locator('[aria-current=date]')).toBeFocused()
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(calendar).toBeFocused()
  await page.keyboard.press('Enter')
  // The days before today can't be chosen.
  await page.keyboard.press('PageUp')
  await expect(page.locator('[aria-current=date]')).toBeFocused()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeFocused()
  await expect(dialogOf(page).locator('#expiresAt')).toHaveValue(/\w/)
  await tabTo(page, dialogOf(page).getByRole('button', { name: t('administration:ban.submit') }))
  await page.keyboard.press('Enter')
  await expectToast(page, t('administration:done.ban'))
  const unban = rowOf(page, user).getByRole('button', { name: t('administration:unban.open') })
  await expect(unban).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, t('administration:done.unban'))

  await tabTo(page, rowOf(page, user).getByRole('button', { name: 'Actions Kit Keys' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).locator('#confirmation')).toBeFocused()
  await page.keyboard.type(user.email)
  await page.keyboard.press('Enter')
  await expectToast(page, t('administration:done.delete'))
  await expect(rowOf(page, user)).toHaveCount(0)
})

test('the details end a single session', async ({ page, enterAsAdmin, makeSomebody, signInElsewhere }) => {
  const t = textIn('en')
  await enterAsAdmin()
  const user = await makeSomebody()
  await signInElsewhere(user)
  await signInElsewhere(user)
  await open(page, pathOf(user))
  await choose(page, user, { act: 'administration:details.open' })
  const ends = dialogOf(page).getByRole('button', { name: t('security:session.end') })
  await expect(ends).toHaveCount(2)
  await ends.last().click()
  await expectToast(page, t('administration:done.endSession'))
  await expect(ends).toHaveCount(1)
})

test('only administrators find the administration', async ({ page, enter }) => {
  const t = textIn('en')
  await enter(ada)
  await open(page, '/dashboard')
  for (const path of ['/dashboard/admin', usersPath]) {
    const response = await page.request.get(path)
    expect([response.status(), await response.text()], path).toEqual([
      404,
      expect.stringContaining(t('app:notFound.title')),
    ])
  }
  await expect(page.getByRole('link', { name: t('administration:shell.users') })).toHaveCount(0)
})

test('no dialog of the administration breaks an accessibility rule, on a desktop or a phone of 320 px', async ({
  page,
  enterAsAdmin,
  makeSomebody,
}) => {
  const t = textIn(preferred('de'))
  await enterAsAdmin(preferred('de'))
  const user = await makeSomebody()
  const sound = async (what: string, part = '[role=dialog]') => {
    expect(await violations(page, part), what).toEqual([])
    // As tall as the pages: content under the bottom bar is a matter of scrolling.
    await page.setViewportSize({ width: 320, height: 2400 })
    expect(await tooSmallTargets(page, part), what).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(320)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
  }
  await open(page, pathOf(user))
  await page.getByRole('button', { name: t('administration:create.submit') }).click()
  await press(page, t('administration:create.submit'))
  await sound('a refused new account')
  await page
    .getByRole('button', { name: t('administration:ban.open') })
    .first()
    .click()
  await press(page, t('administration:ban.submit'))
  await sound('a refused ban')
  await page
    .getByRole('button', { name: t('administration:impersonate.open') })
    .first()
    .click()
  await dialogOf(page).waitFor()
  await sound('acting as somebody')
  await choose(page, user, { act: 'administration:details.open', language: preferred('de') })
  await dialogOf(page).getByText(user.id).waitFor()
  await sound('details')
  await page.getByRole('checkbox', { name: t('administration:table.chooseAll') }).check()
  await sound('a selection', 'html')
  await open(page, `${usersPath}?q=nobodyatallhasthisname`)
  await sound('nobody found', 'html')
})

test('the menu of every row is visible at 1280 px, and an email address stays on one line', async ({
  page,
  enterAsAdmin,
}) => {
  await enterAsAdmin()
  const word = `maximiliane.featherstonehaugh.${newWord()}`
  const email = `${word}@department-of-records.example.org`
  await call(page, 'admin.users.create', {
    name: 'Maximiliane Featherstonehaugh-Cholmondeley',
    email,
    role: 'user',
    password: 'vier rote Ziegel',
  })
  // The overview shows the five newest users: the others of this minute come from other journeys.
  await inDatabase(`update "user" set created_at = now() + interval '1 hour' where email = $1`, [email])
  try {
    for (const path of ['/dashboard/admin', `${usersPath}?q=${word}`]) {
      await open(page, path)
      const row = rowOf(page, { email })
      const menu = row.getByRole('button', { name: /menu|Menu|actions|Actions/ }).last()
      const table = await row.locator('xpath=ancestor::table/..').boundingBox()
      const place = await menu.boundingBox()
      expect((place?.x ?? Infinity) + (place?.width ?? 0)).toBeLessThanOrEqual(
        (table?.x ?? 0) + (table?.width ?? 0),
      )
      const address = row.getByText(email).filter({ visible: true })
      await expect(address).toHaveAttribute('title', email)
      expect(await address.evaluate((node) => node.getClientRects().length)).toBe(1)
    }
  } finally {
    await inDatabase(`update "user" set created_at = now() where email = $1`, [email])
  }
})
