import type { FeatureWorkspace } from '#/core/feature.ts'
import { OrganizationEventsSection } from './ui/organization-events-section.tsx'

export const workspace: FeatureWorkspace = {
  namespaces: ['audit-log'],
  sections: [{ order: 10, Section: OrganizationEventsSection }],
}
