import type { FeatureDetails } from '#/core/feature.ts'
import { AuditTrail } from './ui/audit-trail.tsx'
import { OrganizationEventsSection } from './ui/organization-events-section.tsx'

export const details: FeatureDetails = {
  namespaces: ['audit-log'],
  ofOrganization: [{ order: 10, Section: OrganizationEventsSection }],
  AuditTrail,
}
