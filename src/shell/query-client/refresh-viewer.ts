import type { AnyRouter } from '@tanstack/react-router'
import { keepDrafts } from '#/components/form/form-drafts.ts'
import { dismissOffers } from '#/components/dismiss-toasts.ts'
import { showFailure, showToast } from '#/components/toast.ts'
import { reachServer } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import type { RefreshOptions } from '@plinth/core/auth'
import { type Viewer, markOf } from '@plinth/core/access'
import { frame } from '#/shell/slots/layout.ts'
import { leavePage, showsOneItem } from '../leave-page.ts'
import type { RouterContext } from './router-context.ts'

type Refresh = RefreshOptions & {
  /** The change comes from another tab or device, so a toast mentions it. */
  isUnasked?: boolean
}

let running: Promise<void> | undefined

/**
 * Refetches the viewer and updates the page: another workspace starts with an empty cache, and the old page
 * stays until the new one has loaded; for another user, or none, the page is left. Calls are serialized. A
 * toast says why it failed; the page stays as it was.
 */
export function refreshViewer(router: AnyRouter, refresh: Refresh = {}): Promise<void> {
  return begin(router, refresh).settled
}

/**
 * Compares a response's actor mark with the page's, and refreshes the page when the user's rights or
 * workspace have changed. Resolves when the refresh has started, so that the old page doesn't render a
 * response that is not for it.
 */
export async function noticeActor(router: AnyRouter, mark: string): Promise<void> {
  const { viewer } = router.options.context as RouterContext
  if (!viewer || markOf(viewer.actor) === mark) return
  // A running refresh may be waiting for this very response.
  const isIdle = running === undefined
  const { started } = begin(router, { isUnasked: true })
  if (isIdle) await started
}

function begin(router: AnyRouter, refresh: Refresh) {
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const settled = (running ?? Promise.resolve())
    .then(() => refreshNow(router, refresh, start))
    .catch((error: unknown) => sayWhy(router, { error, isUnasked: refresh.isUnasked }))
    .finally(() => {
      start()
      if (running === settled) running = undefined
    })
  running = settled
  return { started, settled }
}

/** Nobody waits for a change of another tab or device, and the page says already that it is offline. */
async function sayWhy(
  router: AnyRouter,
  { error, isUnasked = false }: { error: unknown; isUnasked: boolean | undefined },
): Promise<void> {
  if (isUnasked && failureOf(error).offline) return
  await showFailure(error, (router.options.context as RouterContext).i18n.t)
}

const workspaceOf = (viewer: Viewer | null) => viewer?.actor.workspace.organizationId ?? null

async function refreshNow(
  router: AnyRouter,
  { to, first, isUnasked }: Refresh,
  start: () => void,
): Promise<void> {
  await first?.()
  const { readViewer } = await import('#/shell/functions/read-viewer.functions.ts')
  const viewer = await readViewer({ fetch: reachServer })
  const before = router.options.context as RouterContext
  if (before.viewer && viewer?.actor.userId !== before.viewer.actor.userId)
    return void leavePage(router, viewer)
  const isElsewhere = workspaceOf(viewer) !== workspaceOf(before.viewer)
  const isChanged = JSON.stringify(viewer) !== JSON.stringify(before.viewer)
  if (isChanged) router.update({ ...router.options, context: { ...before, viewer } })
  if (isElsewhere) await forgetOldWorkspace(router)
  else if (isChanged) void before.queries.current?.queryClient.invalidateQueries()
  const target = to ?? (isElsewhere && showsOneItem(router) ? '/dashboard' : undefined)
  const isAway = target !== undefined && target !== router.latestLocation.pathname
  const moved = isAway
    ? router.navigate({ to: target })
    : isChanged
      ? router.invalidate({ sync: true })
      : undefined
  start()
  await moved
  if (isElsewhere && viewer && isUnasked) await announceWorkspace(router, viewer)
}

async function forgetOldWorkspace(router: AnyRouter): Promise<void> {
  keepDrafts()
  void dismissOffers()
  // Loader data of earlier visits.
  router.clearCache()
  const queries = await (router.options.context as RouterContext).queries.renew()
  // The shell suspends on it: without it the shell would be replaced by the pending page.
  await frame.workspace?.load(queries)
}

async function announceWorkspace(router: AnyRouter, viewer: Viewer): Promise<void> {
  const { queries, i18n } = router.options.context as RouterContext
  const organizationId = workspaceOf(viewer)
  const name =
    organizationId === null ? undefined : frame.workspace?.nameOf(await queries.ready(), organizationId)
  await showToast(
    'info',
    name === undefined ? i18n.t('app:workspace.nowPersonal') : i18n.t('app:workspace.now', { name }),
  )
}
