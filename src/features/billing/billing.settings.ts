import type { FeatureSettings } from '@plinth/core/feature'
import { BillingLink } from './ui/billing-link.tsx'

export const settings: FeatureSettings = {
  namespaces: ['billing:details'],
  sections: [
    {
      id: 'billing',
      group: 'data',
      order: 5,
      title: 'billing:details.title',
      Section: BillingLink,
      // Of an organization it is on its page.
      isShown: ({ viewer: { actor } }) =>
        actor.workspace.plan !== undefined && actor.workspace.organizationId === null,
    },
  ],
}
