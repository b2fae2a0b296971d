import { lazyPart } from '#/components/part/lazy-part.tsx'
import type { Viewer } from '@plinth/core/access'
import type { FeatureLayout } from '@plinth/core/feature'
import { myOrganizations } from './ui/my-organizations.ts'
import { NewOrganization } from './ui/new-organization.tsx'
import { WorkspaceName, WorkspaceSwitcher } from './ui/workspaces/workspace-switcher.tsx'

const RemovedBanner = lazyPart<{ viewer: Viewer }>(
  async () => ({ default: (await import('./ui/removed-banner.tsx')).RemovedBanner }),
  { failed: () => null },
)

export const layout: FeatureLayout = {
  namespaces: ['organizations', 'roles'],
  banners: [
    {
      order: 40,
      namespace: 'organizations',
      isShown: ({ removedFrom }) => removedFrom !== null,
      Banner: RemovedBanner,
    },
  ],
  Provider: NewOrganization,
  frame: {
    workspace: {
      Switcher: WorkspaceSwitcher,
      Name: WorkspaceName,
      load: ({ queryClient, trpc }) => queryClient.query({ ...myOrganizations(trpc), staleTime: 'static' }),
      nameOf: ({ queryClient, trpc }, organizationId) =>
        queryClient
          .getQueryData(myOrganizations(trpc).queryKey)
          ?.items.find(({ id }) => id === organizationId)?.name,
    },
  },
}
