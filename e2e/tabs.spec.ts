import type { BrowserContext, Page } from '@playwright/test'
import { call } from './support/call.ts'
import { arrived, expect, hydrated, type User } from './support/fixtures.ts'
import { test } from './support/organization-fixtures.ts'
import { open } from './support/session-fixtures.ts'
import { textIn } from './support/texts.ts'

// Several tabs of one browser share a session: when one changes it, the others follow.

const t = textIn('en')
const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function switchTo(page: Page, from: User, to: User): Promise<void> {
  await page.getByRole('button', { name: t('app:accounts.label', { name: nameOf(from) }) }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: new RegExp(nameOf(to)) }).click()
  await loaded
}

/** Ana and Bento in one browser; Bento is active. */
async function twoAccounts(user: User, enter: (user: User) => Promise<void>): Promise<[User, User]> {
  const ana = { ...user, firstName: 'Ana', email: `ana.${user.email}` }
  const bento = { ...user, firstName: 'Bento', email: `bento.${user.email}` }
  await enter(ana)
  await enter(bento)
  return [ana, bento]
}

const withoutChannel = (context: BrowserContext) =>
  context.addInitScript(
    () => void Object.defineProperty(globalThis, 'BroadcastChannel', { value: undefined }),
  )

test('a tab follows an account switch and a sign-out in another tab at once, and typed text is kept', async ({
  page,
  context,
  enter,
  user,
}) => {
  const [ana, bento] = await twoAccounts(user, enter)
  await open(page, '/dashboard')
  const other = await context.newPage()
  await open(other, '/dashboard/chat')
  await other.getByTestId('multimodal-input').fill('A question of Bento')

  await switchTo(page, bento, ana)
  await expect(
    other.getByRole('button', { name: t('app:accounts.label', { name: nameOf(ana) }) }),
  ).toBeVisible()
  await expect(other.getByText(t('app:accounts.now', { name: nameOf(ana) }))).toBeVisible()
  await expect(other.getByTestId('multimodal-input')).toHaveValue('')

  await hydrated(page)
  await switchTo(page, ana, bento)
  await expect(
    other.getByRole('button', { name: t('app:accounts.label', { name: nameOf(bento) }) }),
  ).toBeVisible()
  await expect(other.getByTestId('multimodal-input')).toHaveValue('A question of Bento')

  await hydrated(page)
  await page.getByRole('button', { name: t('app:nav.signOut') }).click()
  await page.waitForURL('**/login')
  await other.waitForURL(/\/login\?redirect=%2Fdashboard%2Fchat/)
})

test('a tab follows a sign-in in another tab', async ({ page, context, enter, user }) => {
  const [ana] = await twoAccounts(user, enter)
  const other = await context.newPage()
  await open(other, '/dashboard')
  await expect(heading(other)).toContainText('Bento')
  await open(page, '/login?add=1')
  await page.locator('#email').fill(ana.email)
  await page.locator('#password').fill(ana.password)
  await page.locator('#password').press('Enter')
  await arrived(page, '/dashboard')
  await expect(heading(other)).toContainText('Ana')
})

test('a tab that missed the switch writes nothing as another account: the write is rejected, the text kept, and a way to continue shown', async ({
  page,
  context,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/409|otherAccount/)
  await withoutChannel(context)
  const [ana, bento] = await twoAccounts(user, enter)
  await open(page, '/dashboard')
  const other = await context.newPage()
  await open(other, '/dashboard/posts/new')
  await other.locator('#title').fill('Bento wrote this')
  await other.locator('#content').fill('In his own name.')
  await switchTo(page, bento, ana)

  await other.getByRole('button', { name: 'Create post', exact: true }).click()
  const dialog = other.getByRole('dialog', { name: t('app:outdated.title') })
  await expect(dialog).toBeVisible()
  // Told once: the dialog says it, and no error beside it.
  await expect(
    other.getByRole('button', { name: 'Create post', exact: true, includeHidden: true }),
  ).toBeEnabled()
  await expect(other.locator('[data-sonner-toast]')).toHaveCount(0)
  await dialog.getByRole('button', { name: t('app:outdated.stay') }).click()
  await expect(other.locator('#title')).toHaveValue('Bento wrote this')
  await expect(other.locator('#content')).toHaveValue('In his own name.')

  await other.getByRole('button', { name: 'Create post', exact: true }).click()
  await dialog.getByRole('button', { name: t('app:outdated.goOn') }).click()
  await expect(
    other.getByRole('button', { name: t('app:accounts.label', { name: nameOf(ana) }) }),
  ).toBeVisible()
  await expect(other.getByText('Bento wrote this')).toHaveCount(0)

  await hydrated(page)
  await switchTo(page, ana, bento)
  await open(other, '/dashboard/posts/new')
  await expect(other.locator('#title')).toHaveValue('Bento wrote this')
})

test('an outdated tab does not write to another workspace either: a post, a to-do, a chat message', async ({
  page,
  context,
  settle,
  found,
  watch,
}) => {
  watch.expectProblem(/409|otherAccount/)
  await withoutChannel(context)
  await settle()
  const organization = await found()
  const paths = ['/dashboard/posts/new', '/dashboard/tanstack-db-example', '/dashboard/chat'] as const
  const tabs: Page[] = []
  for (const path of paths) {
    const tab = await context.newPage()
    await open(tab, path)
    await expect(tab.locator('#workspace-switcher')).toContainText(organization.name)
    tabs.push(tab)
  }
  const [posts, todos, chat] = tabs as [Page, Page, Page]
  await posts.locator('#title').fill('For the organization')
  await posts.locator('#content').fill('Not for me alone.')
  await call(page, 'organizations.setActive', { id: null })

  await posts.getByRole('button', { name: 'Create post', exact: true }).click()
  await todos.locator('#text').fill('For the organization')
  await todos.locator('#text').press('Enter')
  await chat.getByTestId('multimodal-input').fill('For the organization')
  await chat.getByTestId('multimodal-input').press('Enter')
  for (const tab of tabs)
    await expect(tab.getByRole('dialog', { name: t('app:outdated.title') })).toBeVisible()

  await page.goto('/dashboard/posts')
  await expect(page.getByText('For the organization')).toHaveCount(0)
  await page.goto('/dashboard/tanstack-db-example')
  await expect(page.getByText('For the organization')).toHaveCount(0)

  await posts.getByRole('button', { name: t('app:outdated.goOn') }).click()
  await expect(posts.locator('#workspace-switcher')).toContainText(t('app:workspace.personal'))
})
