import { QueryClientProvider } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { draftsOf, forgetSaved } from '#/components/form/form-drafts.ts'
import { FormDrafts } from '#/components/form/form.tsx'
import { PAGE_OUTDATED, WRITE_DONE } from '#/core/auth/page-fetch.ts'
import { RefreshViewerContext, type RefreshOptions } from '#/core/auth/refresh-viewer.tsx'
import { ownerOf, type Viewer } from '#/core/auth/viewer.ts'
import { TrpcProvider } from '#/core/trpc/react.tsx'
import { NewOrganization } from '#/features/organizations/index.ts'
import type { DataHolder } from './router-context.ts'
import { QueryDevtools } from '../document/devtools.tsx'
import { refreshViewer } from './refresh-viewer.ts'
import { useSessionWatch } from '../use-session-watch.ts'
import { hearOtherTabs, tellOtherTabs } from './workspace-tabs.ts'

const OutdatedDialog = lazy(() => import('../outdated-dialog.tsx'))

type WorkspaceScopeProps = { viewer: Viewer; data: DataHolder; children: ReactNode }

/**
 * Everything that shows data of one workspace. Its key is that workspace: another one begins anew, with the
 * cache that was filled for it, and nothing of the old one is left on the page, not even half-written forms,
 * which would be sent to the wrong place. They are kept for the way back.
 */
export function WorkspaceScope({ viewer, data, children }: WorkspaceScopeProps) {
  const router = useRouter()
  const [layer] = useState(data.current)
  const [drafts] = useState(() => draftsOf(ownerOf(viewer.actor)))
  const [isOutdated, setOutdated] = useState<boolean>()
  const [refresh] = useState(() => async (options?: RefreshOptions) => {
    await refreshViewer(router, options)
    tellOtherTabs()
  })
  useSessionWatch(viewer)
  useEffect(() => {
    const show = () => setOutdated(true)
    const forget = (event: Event) => forgetSaved((event as CustomEvent<number>).detail)
    addEventListener(PAGE_OUTDATED, show)
    addEventListener(WRITE_DONE, forget)
    return () => {
      removeEventListener(PAGE_OUTDATED, show)
      removeEventListener(WRITE_DONE, forget)
    }
  }, [])
  // A tab that is hidden asks when one comes back to it.
  useEffect(
    () =>
      hearOtherTabs(
        ({ isWrite }) => isWrite && !document.hidden && void layer?.queryClient.invalidateQueries(),
      ),
    [layer],
  )
  // Route data is always stale: what a page has shown is asked again when one comes back to it, and shown
  // meanwhile.
  useEffect(
    () =>
      router.subscribe(
        'onBeforeNavigate',
        () => void layer?.queryClient.invalidateQueries({ type: 'active', refetchType: 'none' }),
      ),
    [router, layer],
  )
  if (!layer) throw new Error('The data layer is made in beforeLoad')
  return (
    <QueryClientProvider client={layer.queryClient}>
      <TrpcProvider trpc={layer.trpc} client={layer.client}>
        <RefreshViewerContext value={refresh}>
          <FormDrafts value={drafts}>
            <NewOrganization>{children}</NewOrganization>
          </FormDrafts>
          {isOutdated === undefined ? null : (
            <Suspense>
              <OutdatedDialog isOpen={isOutdated} onOpenChange={setOutdated} />
            </Suspense>
          )}
        </RefreshViewerContext>
      </TrpcProvider>
      {import.meta.env.DEV ? <QueryDevtools /> : null}
    </QueryClientProvider>
  )
}
