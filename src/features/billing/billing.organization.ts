import type { FeatureOrganization } from '@plinth/core/feature'
import { BillingLink } from './ui/billing-link.tsx'

export const organization: FeatureOrganization = {
  namespaces: ['billing:details'],
  sections: [{ order: 10, Section: BillingLink }],
}
