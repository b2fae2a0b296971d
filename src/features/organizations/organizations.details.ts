import type { FeatureDetails } from '@plinth/core/feature'
import { OrganizationsOfUser } from './ui/organizations-of-user.tsx'

export const details: FeatureDetails = {
  namespaces: ['organizations:details', 'roles'],
  ofUser: [
    {
      order: 10,
      title: 'organizations:details.title',
      count: ({ organizations }) => organizations.length,
      Section: OrganizationsOfUser,
    },
  ],
}
