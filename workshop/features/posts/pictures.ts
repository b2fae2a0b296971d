import type { Page } from '@playwright/test'
import { press, type Pictures } from '../../screenshots/pictures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

export const pictures: Pictures = {
  async list(app) {
    const posts = await app.list<{ id: string; title: string }>('posts.list')
    const [post] = posts
    return [
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
        async prepare(page) {
          const row = page.getByRole('article').first()
          await row.hover()
          await row.getByRole('button').click()
          await page.getByRole('menu').waitFor()
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
    ]
  },
  documented: [{ file: 'post-dark.png', picture: 'dashboard_posts_post', theme: 'dark', widthPixels: 1280 }],
}

/** Opens the first post while its query fails. */
async function breakPage(page: Page): Promise<void> {
  await page.route('**/api/trpc/posts.show**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('article').getByRole('link').first().click()
  await page.locator('[role=alert] [aria-expanded]').click({ timeout: 20_000 })
}
