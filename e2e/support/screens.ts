import type { APIRequestContext, Page } from '@playwright/test'
import { hydrated } from './fixtures.ts'

export type Screen = {
  path: string
  /** Defaults to 200. */
  status?: number
}

/**
 * Every screen a visitor can open by its URL. Screens of new slices are added here, which checks their
 * layout, title and accessibility.
 */
export const openScreens: readonly Screen[] = [
  { path: '/' },
  { path: '/login' },
  { path: '/login?add=1&error=notLinked' },
  { path: '/login/provider/google' },
  { path: '/register' },
  { path: '/forgot-password' },
  { path: '/reset-password' },
  { path: '/reset-password?token=any' },
  { path: '/verify-email' },
  { path: '/verify-email?error=TOKEN_EXPIRED' },
  { path: '/verify-email?change=confirmed' },
  { path: '/cancel-deletion?token=any' },
  { path: '/dev/mailbox' },
  { path: '/dev/components' },
  { path: '/accept-invitation/nosuchinvitation', status: 404 },
  { path: '/no/such/page', status: 404 },
]

/** Every screen of the signed-in area; `post` is the id of a post in the workspace. */
export const memberScreens = (post: string): readonly Screen[] => [
  { path: '/dashboard' },
  { path: '/dashboard/posts' },
  { path: '/dashboard/posts/new' },
  { path: `/dashboard/posts/${post}` },
  { path: '/dashboard/posts/nosuchpost', status: 404 },
  { path: '/dashboard/nowhere', status: 404 },
  { path: '/dashboard/tanstack-db-example' },
  { path: '/dashboard/chat' },
  { path: '/dashboard/chat/vercel' },
  { path: '/dashboard/chat/rag' },
  { path: '/dashboard/chat?thread=nosuchthread', status: 404 },
  { path: '/dashboard/protect-examples' },
  { path: '/dashboard/workspace' },
  { path: '/dashboard/settings' },
  { path: '/dashboard/settings-enhanced' },
  { path: '/dashboard/settings-enhanced?tab=sessions' },
]

/** Additional screens for administrators; not found for everyone else. */
export const adminScreens: readonly Screen[] = [
  { path: '/dashboard/admin' },
  { path: '/dashboard/admin/users' },
  { path: '/dashboard/admin/audit' },
]

/** Returns the id of a post that the user of the request may read. */
export async function anyPost(request: APIRequestContext): Promise<string> {
  const answer = await request.get(
    `/api/trpc/posts.list?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`,
  )
  const { result } = (await answer.json()) as { result: { data: { json: { items: { id: string }[] } } } }
  return result.data.json.items[0]?.id ?? ''
}

/** Opens each screen, waits for hydration and calls `look`. */
export async function visit(
  page: Page,
  screens: readonly Screen[],
  look: (path: string) => Promise<void>,
): Promise<void> {
  for (const { path } of screens) {
    await page.goto(path)
    await hydrated(page)
    await look(path)
  }
}
