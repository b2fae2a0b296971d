import type { FeatureOrganization } from '@plinth/core/feature'
import { OrganizationWebhooks } from './ui/organization-webhooks.tsx'

export const organization: FeatureOrganization = {
  namespaces: ['webhooks:details'],
  sections: [{ order: 20, Section: OrganizationWebhooks }],
}
