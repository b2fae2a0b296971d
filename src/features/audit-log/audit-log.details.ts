import type { FeatureDetails } from '@plinth/core/feature'
import { AuditTrail } from './ui/audit-trail.tsx'

export const details: FeatureDetails = {
  namespaces: ['audit-log', '*:audit'],
  ofUser: [{ order: 60, title: 'audit-log:trail.title', Section: AuditTrail }],
}
