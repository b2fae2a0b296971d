import type { FeatureOrganization } from '@plinth/core/feature'
import { OrganizationEventsSection } from './ui/organization-events-section.tsx'

export const organization: FeatureOrganization = {
  namespaces: ['audit-log', '*:audit'],
  sections: [{ order: 10, Section: OrganizationEventsSection }],
}
