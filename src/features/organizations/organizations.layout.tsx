import type { FeatureLayout } from '#/core/feature.ts'
import { myOrganizations } from './ui/my-organizations.ts'
import { NewOrganization } from './ui/new-organization.tsx'
import { WorkspaceName, WorkspaceSwitcher } from './ui/workspaces/workspace-switcher.tsx'

export const layout: FeatureLayout = {
  namespaces: ['organizations', 'access'],
  Provider: NewOrganization,
  workspaces: {
    Switcher: WorkspaceSwitcher,
    Name: WorkspaceName,
    load: ({ queryClient, trpc }) => queryClient.query({ ...myOrganizations(trpc), staleTime: 'static' }),
    nameOf: ({ queryClient, trpc }, organizationId) =>
      queryClient.getQueryData(myOrganizations(trpc).queryKey)?.items.find(({ id }) => id === organizationId)
        ?.name,
  },
}
