import type { Page } from '@playwright/test'
import { test, usersPath } from '@plinth/testing/browser/administration-fixtures.ts'
import { arrived, expect, hydrated } from '@plinth/testing/browser/fixtures.ts'
import {
  endSessions,
  holdableQueries,
  open,
  signInHere,
  withoutLiveUpdates,
} from '@plinth/testing/browser/session-fixtures.ts'

// A session ends elsewhere: signed out on another device, revoked, banned, expired. No page becomes a dead
// end.

// Queries are held until the click: one that met the end of the session first would leave the page before it.

const users = (page: Page) => page.getByRole('link', { name: 'Users', exact: true }).first()

test('a link leads to the sign-in page and from there to its target', async ({
  page,
  enterAsNewAdmin,
  watch,
}) => {
  watch.expectProblem(/401|signInFirst|\.changes/)
  await withoutLiveUpdates(page)
  const queries = await holdableQueries(page)
  const user = await enterAsNewAdmin()
  await open(page, '/dashboard')
  await queries.hold()
  await endSessions(user)
  await users(page).click()
  await queries.release()
  await signInHere(page, user)
  await arrived(page, usersPath)
})

test('a previously visited page is not shown from the cache without a session', async ({
  page,
  enterAsNewAdmin,
  watch,
}) => {
  watch.expectProblem(/401|signInFirst|\.changes/)
  await withoutLiveUpdates(page)
  const user = await enterAsNewAdmin()
  await open(page, usersPath)
  const queries = await holdableQueries(page)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(user.firstName)
  await queries.hold()
  await endSessions(user)
  await users(page).click()
  await queries.release()
  await signInHere(page, user)
  await arrived(page, usersPath)
})

test('what a form was sending is there again after signing in', async ({ page, enter, user, watch }) => {
  watch.expectProblem(/401|signInFirst|\.changes/)
  await withoutLiveUpdates(page)
  await enter(user)

  await open(page, '/dashboard/settings/')
  // The form takes input once it has the name.
  await expect(page.locator('#firstName')).toHaveValue(user.firstName)
  await page.locator('#firstName').fill('Inés')
  await endSessions(user)
  await page.locator('#firstName').press('Enter')
  await signInHere(page, user)
  await expect(page.locator('#firstName')).toHaveValue('Inés')
  await expect(page.locator('#lastName')).toHaveValue(user.lastName)
})

test('text typed by one user is not shown to another who signs in on the same page', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/401|signInFirst|\.changes/)
  await withoutLiveUpdates(page)
  const other = { ...user, firstName: 'Otto', email: `other.${user.email}` }
  await enter(other)
  await enter(user)
  await open(page, '/dashboard/settings/')
  await expect(page.locator('#firstName')).toHaveValue(user.firstName)
  await page.locator('#firstName').fill('For my eyes only')
  await endSessions(user)
  await endSessions(other)
  await page.locator('#firstName').press('Enter')
  await signInHere(page, other)
  await hydrated(page)
  await expect(page.locator('#firstName')).toHaveValue('Otto')
})
