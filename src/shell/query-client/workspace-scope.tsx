import { QueryClientProvider } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { BeforeRetry } from '#/components/part/part.tsx'
import { draftsOf, forgetSaved } from '#/components/form/form-drafts.ts'
import { FormDrafts } from '#/components/form/form.tsx'
import { muteErrors } from '#/components/toast.ts'
import { PAGE_OUTDATED, TrpcProvider, WRITE_DONE } from '@plinth/core/client'
import { type RefreshOptions, RefreshViewerContext } from '@plinth/core/auth'
import { type Viewer, ownerOf } from '@plinth/core/access'
import { layoutProviders } from '#/shell/slots/layout.ts'
import type { LazyQueries } from './router-context.ts'
import { QueryDevtools } from '../document/devtools.tsx'
import { refreshViewer } from './refresh-viewer.ts'
import { useSessionWatch } from '../use-session-watch.ts'
import { hearOtherTabs, tellOtherTabs } from './workspace-tabs.ts'

const OutdatedDialog = lazyPart(() => import('../outdated-dialog.tsx'))

/** A public page for somebody who may be signed in: for a user, in their workspace. */
export const inScopeOf = (viewer: Viewer | null, queries: LazyQueries, page: ReactNode): ReactNode =>
  viewer ? (
    <WorkspaceScope viewer={viewer} queries={queries}>
      {page}
    </WorkspaceScope>
  ) : (
    page
  )

type WorkspaceScopeProps = { viewer: Viewer; queries: LazyQueries; children: ReactNode }

/**
 * Wraps everything that shows data of one workspace and is keyed by it: another workspace starts with its own
 * cache, and nothing of the old one stays on the page. Half-written forms would be sent to the wrong
 * workspace, so they are stored as drafts until the user returns.
 */
export function WorkspaceScope({ viewer, queries, children }: WorkspaceScopeProps) {
  const router = useRouter()
  const [loaded] = useState(queries.current)
  const [drafts] = useState(() => draftsOf(ownerOf(viewer.actor)))
  const [isOutdated, setOutdated] = useState<boolean>()
  const [refresh] = useState(() => async (options?: RefreshOptions) => {
    await refreshViewer(router, options)
    tellOtherTabs()
  })
  useSessionWatch(viewer)
  useEffect(() => {
    const show = () => {
      muteErrors(true)
      setOutdated(true)
    }
    const forget = (event: Event) => forgetSaved((event as CustomEvent<number>).detail)
    addEventListener(PAGE_OUTDATED, show)
    addEventListener(WRITE_DONE, forget)
    return () => {
      removeEventListener(PAGE_OUTDATED, show)
      removeEventListener(WRITE_DONE, forget)
    }
  }, [])
  // Hidden tabs refetch when they get the focus.
  useEffect(
    () =>
      hearOtherTabs(
        ({ isWrite }) => isWrite && !document.hidden && void loaded?.queryClient.invalidateQueries(),
      ),
    [loaded],
  )
  // When the user returns to a page, its queries are shown from the cache and refetched.
  useEffect(
    () =>
      router.subscribe(
        'onBeforeNavigate',
        () => void loaded?.queryClient.invalidateQueries({ type: 'active', refetchType: 'none' }),
      ),
    [router, loaded],
  )
  const [forgetErrors] = useState(
    () => () => void loaded?.queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' }),
  )
  if (!loaded) throw new Error('The query client must be created in beforeLoad')
  return (
    <QueryClientProvider client={loaded.queryClient}>
      <TrpcProvider trpc={loaded.trpc} client={loaded.client}>
        <RefreshViewerContext value={refresh}>
          <FormDrafts value={drafts}>
            <BeforeRetry value={forgetErrors}>
              {layoutProviders.reduceRight(
                (wrapped, Provider) => (
                  <Provider>{wrapped}</Provider>
                ),
                children,
              )}
            </BeforeRetry>
          </FormDrafts>
          {isOutdated === undefined ? null : (
            <OutdatedDialog
              isOpen={isOutdated}
              onOpenChange={(isOpen) => {
                muteErrors(isOpen)
                setOutdated(isOpen)
              }}
            />
          )}
        </RefreshViewerContext>
      </TrpcProvider>
      {import.meta.env.DEV ? <QueryDevtools /> : null}
    </QueryClientProvider>
  )
}
