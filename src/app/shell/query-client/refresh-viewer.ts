import type { AnyRouter } from '@tanstack/react-router'
import { keepDrafts } from '#/components/form/form-drafts.ts'
import { dismissOffers, showToast } from '#/components/toast.ts'
import type { RefreshOptions } from '#/core/auth/refresh-viewer.tsx'
import { markOf, type Viewer } from '#/core/auth/viewer.ts'
import { myOrganizations } from '#/features/organizations/index.ts'
import { leavePage, showsOneItem } from '../leave-page.ts'
import type { RouterContext } from './router-context.ts'

type Refresh = RefreshOptions & {
  /** The person did not ask for it in this tab, so it is said. */
  isUnasked?: boolean
}

let running: Promise<void> | undefined

/**
 * Reads anew who is signed in, in which workspace and with which role, and shows the page of just that:
 * another workspace begins with an empty cache, and the old page stands until the new one is complete; for
 * another user, or none, the page is left. One at a time. Without a network it does nothing.
 */
export function refreshViewer(router: AnyRouter, refresh: Refresh = {}): Promise<void> {
  return begin(router, refresh).settled
}

/**
 * Compares the mark of an answer with the page's own, and brings the page up to date when somebody's rights
 * or workspace have changed meanwhile. Resolves when the new page is on its way, so that the old one is not
 * drawn with an answer that is not for it.
 */
export async function noticeActor(router: AnyRouter, mark: string): Promise<void> {
  const { viewer } = router.options.context as RouterContext
  if (!viewer || markOf(viewer.actor) === mark) return
  // The answer may be one that a running refresh waits for.
  const isIdle = running === undefined
  const { started } = begin(router, { isUnasked: true })
  if (isIdle) await started
}

function begin(router: AnyRouter, refresh: Refresh) {
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const settled = (running ?? Promise.resolve())
    .then(() => refreshNow(router, refresh, start))
    .catch((error: unknown) => console.warn('The page could not be brought up to date', error))
    .finally(() => {
      start()
      if (running === settled) running = undefined
    })
  running = settled
  return { started, settled }
}

const workspaceOf = (viewer: Viewer | null) => viewer?.actor.workspace.organizationId ?? null

async function refreshNow(
  router: AnyRouter,
  { to, first, isUnasked }: Refresh,
  start: () => void,
): Promise<void> {
  await first?.()
  const { readViewer } = await import('#/app/server/read-viewer.functions.ts')
  const viewer = await readViewer()
  const before = router.options.context as RouterContext
  if (before.viewer && viewer?.actor.userId !== before.viewer.actor.userId)
    return void leavePage(router, viewer)
  const isElsewhere = workspaceOf(viewer) !== workspaceOf(before.viewer)
  const isChanged = JSON.stringify(viewer) !== JSON.stringify(before.viewer)
  if (isChanged) router.update({ ...router.options, context: { ...before, viewer } })
  if (isElsewhere) await forgetOldWorkspace(router)
  else if (isChanged) void before.data.current?.queryClient.invalidateQueries()
  const target = to ?? (isElsewhere && showsOneItem(router) ? '/dashboard' : undefined)
  const isAway = target !== undefined && target !== router.latestLocation.pathname
  const moved = isAway
    ? router.navigate({ to: target })
    : isChanged
      ? router.invalidate({ sync: true })
      : undefined
  start()
  await moved
  if (isElsewhere && viewer && isUnasked) await sayWhere(router, viewer)
}

async function forgetOldWorkspace(router: AnyRouter): Promise<void> {
  keepDrafts()
  void dismissOffers()
  // What earlier visits have loaded.
  router.clearCache()
  const { queryClient, trpc } = await (router.options.context as RouterContext).data.renew()
  // The shell shows it: without it the shell would give way to a pending page as soon as it is drawn for the
  // new workspace.
  await queryClient.query({ ...myOrganizations(trpc), staleTime: 'static' })
}

async function sayWhere(router: AnyRouter, viewer: Viewer): Promise<void> {
  const { data, i18n } = router.options.context as RouterContext
  const { queryClient, trpc } = await data.ready()
  const workspaces = queryClient.getQueryData(trpc.organizations.mine.queryKey())
  const name = workspaces?.items.find(({ id }) => id === workspaceOf(viewer))?.name
  await showToast(
    'info',
    name === undefined ? i18n.t('app:workspace.nowPersonal') : i18n.t('app:workspace.now', { name }),
  )
}
