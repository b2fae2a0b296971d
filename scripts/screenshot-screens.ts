import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { textIn, type Language } from '../e2e/support/texts.ts'

/** Who is signed in: nobody, the demo's administrator, or a user with a pending second factor. */
export type Viewer = 'visitor' | 'admin' | 'pending'
export type Look = { language: Language; theme: 'light' | 'dark'; widthPixels: number }
export type Screen = {
  name: string
  path: string
  viewer: Viewer
  /** Limits the screen to one width; both if omitted. */
  only?: 'wide' | 'phone'
  /** Brings the page into the state to capture. */
  prepare?: (page: Page, look: Look) => Promise<void>
}

/** Ids that only the running application knows. */
export type Known = {
  posts: { id: string; title: string }[]
  chats: { id: string; title: string; page: string }[]
  mails: { id: string; subject: string }[]
}

type Key = `${string}:${string}`
const press =
  (key: Key, params: Record<string, string> = {}) =>
  async (page: Page, look: Look) =>
    page
      .getByRole('button', { name: textIn(look.language)(key, params), exact: true })
      .first()
      .click()
const dialog = (key: Key) => async (page: Page, look: Look) => {
  await press(key)(page, look)
  await page.locator('[role$=dialog]').waitFor()
}

/** Returns every page without a parameter in its path. */
export function screensOfRoutes(): Screen[] {
  const tree = readFileSync(path.resolve(import.meta.dirname, '../src/routeTree.gen.ts'), 'utf8')
  const paths = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  return [...paths.matchAll(/'(\/[^']*)'/g)]
    .map(([, address = '']) => address)
    .filter(
      (address) =>
        !/\$|^\/(api|healthz|readyz|metrics|two-factor)|\.(json|txt|xml|webmanifest)$/.test(address),
    )
    .map((address) => ({
      name: address.slice(1).replaceAll('/', '_') || 'home',
      path: address,
      viewer: address.startsWith('/dashboard') ? 'admin' : 'visitor',
    }))
}

/** Returns pages in special states: open dialogs and menus, messages, errors, empty lists. */
export function specialScreens({ posts, chats, mails }: Known): Screen[] {
  const [post] = posts
  const chat = (page: string) => chats.find((one) => one.page === page)?.id ?? ''
  return [
    { name: 'home_signed-in', path: '/', viewer: 'admin' },
    { name: 'verify-email_expired', path: '/verify-email?error=TOKEN_EXPIRED', viewer: 'visitor' },
    { name: 'reset-password_link', path: '/reset-password?token=none', viewer: 'visitor' },
    { name: 'not-found', path: '/no/such/page', viewer: 'visitor' },
    { name: 'two-factor', path: '/two-factor/', viewer: 'pending' },
    { name: 'two-factor_otp', path: '/two-factor/otp', viewer: 'pending' },
    ...mails.map(({ id }, index): Screen => ({
      name: `mail_${index + 1}`,
      path: `/dev/mailbox?mail=${id}`,
      viewer: 'visitor',
    })),

    {
      name: 'dashboard_steps',
      path: '/dashboard',
      viewer: 'admin',
      prepare: (page) => page.locator('summary').click(),
    },
    { name: 'dashboard_workspaces', path: '/dashboard', viewer: 'admin', prepare: openSwitcher },
    {
      name: 'dashboard_accounts',
      path: '/dashboard',
      viewer: 'admin',
      prepare: press('app:accounts.label', { name: 'Alex Admin' }),
    },
    {
      name: 'dashboard_palette',
      path: '/dashboard',
      viewer: 'admin',
      async prepare(page) {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('combobox').fill('re')
        await page.getByRole('option', { name: post?.title }).waitFor()
      },
    },
    {
      name: 'dashboard_shortcuts',
      path: '/dashboard',
      viewer: 'admin',
      only: 'wide',
      async prepare(page) {
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'dashboard_more',
      path: '/dashboard',
      viewer: 'admin',
      only: 'phone',
      prepare: dialog('app:nav.more'),
    },
    { name: 'dashboard_not-found', path: '/dashboard/no-such-page', viewer: 'admin' },
    { name: 'dashboard_posts_new', path: '/dashboard/posts/new', viewer: 'admin' },
    {
      name: 'dashboard_posts_refused',
      path: '/dashboard/posts/new',
      viewer: 'admin',
      prepare: press('posts:create.submit'),
    },
    { name: 'dashboard_posts_nothing-found', path: '/dashboard/posts?q=porcelain', viewer: 'admin' },
    { name: 'dashboard_posts_post', path: `/dashboard/posts/${post?.id}`, viewer: 'admin' },
    { name: 'dashboard_posts_edit', path: `/dashboard/posts/${post?.id}?edit=true`, viewer: 'admin' },
    {
      name: 'dashboard_posts_menu',
      path: '/dashboard/posts',
      viewer: 'admin',
      async prepare(page, look) {
        await page.getByRole('article').first().hover()
        await press('posts:list.actions', { title: post?.title ?? '' })(page, look)
      },
    },
    {
      name: 'dashboard_posts_toast',
      path: `/dashboard/posts/${posts.at(-1)?.id}`,
      viewer: 'admin',
      async prepare(page, look) {
        // A real deletion would appear in the activity of every later picture.
        await page.route('**/api/trpc/posts.delete**', (route) => {
          const answer = { result: { data: { json: null } } }
          return route.fulfill({ json: route.request().url().includes('batch=') ? [answer] : answer })
        })
        await press('posts:post.delete')(page, look)
        await page.getByText(textIn(look.language)('posts:delete.done')).waitFor()
        await page.getByRole('article').nth(1).waitFor()
      },
    },
    { name: 'dashboard_posts_missing', path: '/dashboard/posts/none', viewer: 'admin' },
    { name: 'dashboard_posts_error', path: '/dashboard/posts', viewer: 'admin', prepare: breakPage },
    { name: 'dashboard_todos_pending', path: '/dashboard/tanstack-db-example?show=pending', viewer: 'admin' },
    {
      name: 'dashboard_todos_refused',
      path: '/dashboard/tanstack-db-example',
      viewer: 'admin',
      async prepare(page, look) {
        await press('todos:form.refused')(page, look)
        await page.locator('[data-sonner-toast]').waitFor()
      },
    },
    { name: 'dashboard_chat_thread', path: `/dashboard/chat?thread=${chat('general')}`, viewer: 'admin' },
    { name: 'dashboard_chat_rag_thread', path: `/dashboard/chat/rag?thread=${chat('rag')}`, viewer: 'admin' },
    {
      name: 'dashboard_chat_commands',
      path: '/dashboard/chat',
      viewer: 'admin',
      prepare: (page) => page.getByTestId('multimodal-input').fill('/'),
    },
    {
      name: 'dashboard_workspace_invite',
      path: '/dashboard/workspace',
      viewer: 'admin',
      prepare: dialog('organizations:invite.open'),
    },
    {
      name: 'dashboard_admin_users_new',
      path: '/dashboard/admin/users',
      viewer: 'admin',
      prepare: dialog('administration:create.submit'),
    },
    ...['security', 'preferences', 'data'].map((tab): Screen => ({
      name: `dashboard_settings-enhanced_${tab}`,
      path: `/dashboard/settings-enhanced?tab=${tab}`,
      viewer: 'admin',
    })),
    {
      name: 'dashboard_settings-enhanced_delete',
      path: '/dashboard/settings-enhanced?tab=data',
      viewer: 'admin',
      prepare: dialog('account:deletion.open'),
    },
  ]
}

async function openSwitcher(page: Page): Promise<void> {
  await page.locator('[data-workspace-switcher]:visible').click()
  await page.getByRole('menu').waitFor()
}

/** Opens the first post while its query fails. */
async function breakPage(page: Page): Promise<void> {
  await page.route('**/api/trpc/posts.get**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('article').getByRole('link').first().click()
  await page.locator('[role=alert] [aria-expanded]').click({ timeout: 20_000 })
}

/** The pictures in docs/pictures, each with its screen and look. */
export const documented = [
  { file: 'dashboard-light.png', screen: 'dashboard', theme: 'light', widthPixels: 1280 },
  { file: 'post-dark.png', screen: 'dashboard_posts_post', theme: 'dark', widthPixels: 1280 },
  { file: 'members-light.png', screen: 'dashboard_workspace', theme: 'light', widthPixels: 1280 },
  { file: 'users-dark.png', screen: 'dashboard_admin_users', theme: 'dark', widthPixels: 1280 },
  { file: 'chat-light.png', screen: 'dashboard_chat_rag_thread', theme: 'light', widthPixels: 1280 },
  { file: 'todos-phone-dark.png', screen: 'dashboard_tanstack-db-example', theme: 'dark', widthPixels: 375 },
] as const
