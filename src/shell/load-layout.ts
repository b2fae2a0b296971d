import type { Viewer } from '@plinth/core/access'
import { loadOptional } from '@plinth/core/client'
import { bannersOf, frame } from './slots/layout.ts'
import { navigationCounts } from './slots/navigation.ts'
import type { RouterContext } from './query-client/router-context.ts'

/** Loads what every signed-in page shows around its content. */
export async function loadLayout({
  viewer,
  i18n,
  queries,
}: RouterContext & { viewer: Viewer }): Promise<void> {
  const { queryClient, trpc } = await queries.ready()
  // Without it, the switch of workspaces says why.
  const workspaces = Promise.resolve(frame.workspace?.load({ queryClient, trpc })).catch(() => {})
  const banners = bannersOf(viewer)
  await Promise.all([
    i18n.load(banners.flatMap(({ namespace }) => namespace ?? [])),
    // In the place of one whose code is missing, the page says so.
    Promise.all(banners.map(async ({ preload }) => preload?.())).catch(() => {}),
    workspaces,
    loadOptional(queryClient, navigationCounts(trpc, viewer), workspaces),
  ])
}
