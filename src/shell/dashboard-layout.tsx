import { Outlet, useRouter } from '@tanstack/react-router'
import { use, useEffect, useState, type ComponentProps } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { NoScript } from '#/components/no-script.tsx'
import { SidebarInset, SidebarProvider } from '#/components/ui/sidebar.tsx'
import { pageFetch } from '@plinth/core/client'
import type { Viewer } from '@plinth/core/access'
import { parseDisplay } from '@plinth/core/format'
import type { LazyQueries } from './query-client/router-context.ts'
import { rememberDisplay } from '#/components/display-choice.ts'
import { Banners } from './banners.tsx'
import { AppSidebar } from './app-sidebar.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { rememberSidebar } from './sidebar-state.ts'
import { PagePartsContext } from './page-shape.ts'
import { InsideLayout } from './inside-layout.ts'
import { NotFoundPage } from './status-pages.tsx'
import { SkipLink } from './document/skip-link.tsx'
import { ParentLink, TopBar } from './top-bar.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'
import { usePaletteState } from './palette/use-palette-state.ts'
import { useShortcuts } from './palette/use-shortcuts.ts'
import { WorkspaceScope } from './query-client/workspace-scope.tsx'

const CommandPalette = lazyPart(() => import('./palette/command-palette.tsx'))
const ShortcutsDialog = lazyPart(() => import('./palette/shortcuts-dialog.tsx'))

type DashboardLayoutProps = {
  viewer: Viewer
  queries: LazyQueries
  sidebarCollapsed: boolean
  /** Shows that there is no such page, instead of it. */
  isNotFound?: boolean
}

/** The shell of the signed-in area: banners, navigation (a bottom bar on phones) and the page. */
export function DashboardLayout({ viewer, queries, sidebarCollapsed, isNotFound }: DashboardLayoutProps) {
  const palette = usePaletteState()
  const shortcuts = useShortcuts()
  useSessionRenewal(viewer.refreshDue)
  useDisplayCookie(viewer.display)
  useFocusAfterNavigation()
  useFocusAfterRemoval()

  return (
    <WorkspaceScope key={viewer.actor.workspace.organizationId} viewer={viewer} queries={queries}>
      <SkipLink />
      <Banners viewer={viewer} />
      <NoScript />
      <OfflineBanner />
      <SidebarProvider defaultOpen={!sidebarCollapsed} onOpenChange={(open) => rememberSidebar(!open)}>
        <AppSidebar viewer={viewer} />
        <SidebarInset>
          <TopBar viewer={viewer} onSearch={palette.open} />
          <main
            id="main"
            tabIndex={-1}
            className="flex-1 px-4 pt-5 pb-24 outline-none md:px-6 md:pt-8 md:pb-16 lg:px-(--edge)"
          >
            <ParentLink viewer={viewer} />
            <PagePartsContext value={usePageParts()}>
              <InsideLayout value>{isNotFound ? <NotFoundPage /> : <Outlet />}</InsideLayout>
            </PagePartsContext>
          </main>
        </SidebarInset>
      </SidebarProvider>
      <PhoneBar />
      {palette.isOpen === undefined ? null : (
        <CommandPalette
          viewer={viewer}
          isOpen={palette.isOpen}
          onOpenChange={palette.setOpen}
          onShortcuts={shortcuts.open}
        />
      )}
      {shortcuts.isOpen === undefined ? null : (
        <ShortcutsDialog isOpen={shortcuts.isOpen} onOpenChange={shortcuts.setOpen} />
      )}
    </WorkspaceScope>
  )
}

/** What the router shows inside the layout for an unknown path, and instead of it for a page that throws. */
export function useNotFoundPage(shown: DashboardLayoutProps) {
  return use(InsideLayout) ? <NotFoundPage /> : <DashboardLayout {...shown} isNotFound />
}

/** The skeletons, loaded after the first page. Not lazy: that would suspend, and show nothing for a frame. */
function usePageParts() {
  const [parts, setParts] = useState<ComponentProps<typeof PagePartsContext>['value']>()
  useEffect(() => {
    void import('./page-skeleton.tsx').then(
      setParts,
      // Offline: the mark is shown instead.
      () => {},
    )
  }, [])
  return parts
}

/** Moves the focus to the new page's content when the followed link was removed with the old page. */
function useFocusAfterNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged && document.activeElement === document.body)
          document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
      }),
    [router],
  )
}

/** Stores display settings from other devices in this browser, for pages before the next sign-in. */
function useDisplayCookie(stored: string | null) {
  useEffect(() => {
    const display = parseDisplay(stored)
    if (display) rememberDisplay(display)
  }, [stored])
}

/** Renews a session older than a day with one request to Better Auth. */
function useSessionRenewal(due: boolean) {
  useEffect(() => {
    if (due) void pageFetch('/api/auth/get-session').catch(() => {})
  }, [due])
}
