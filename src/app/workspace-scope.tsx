import { QueryClientProvider } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { RefreshViewerContext, type RefreshOptions } from '#/core/auth/refresh-viewer.tsx'
import { TrpcProvider } from '#/core/trpc/react.tsx'
import { NewOrganization } from '#/features/organizations/index.ts'
import type { DataHolder } from './data-layer.ts'
import { QueryDevtools } from './devtools.tsx'
import { refreshViewer } from './refresh-viewer.ts'
import { onMovedElsewhere, tellOtherTabs } from './workspace-tabs.ts'

/**
 * Everything that shows data of one workspace. Its key is that workspace: another one begins anew, with the cache that was filled for it, and
 * nothing of the old one is left on the page, not even half-written forms, which would be sent to the wrong place.
 */
export function WorkspaceScope({ data, children }: { data: DataHolder; children: ReactNode }) {
  const router = useRouter()
  const [layer] = useState(data.current)
  const [refresh] = useState(() => async (options?: RefreshOptions) => {
    await refreshViewer(router, options)
    tellOtherTabs()
  })
  useEffect(() => onMovedElsewhere(() => void refreshViewer(router, { isUnasked: true })), [router])
  if (!layer) throw new Error('The data layer is made in beforeLoad')
  return (
    <QueryClientProvider client={layer.queryClient}>
      <TrpcProvider trpc={layer.trpc} client={layer.client}>
        <RefreshViewerContext value={refresh}>
          <NewOrganization>{children}</NewOrganization>
        </RefreshViewerContext>
      </TrpcProvider>
      {import.meta.env.DEV ? <QueryDevtools /> : null}
    </QueryClientProvider>
  )
}
