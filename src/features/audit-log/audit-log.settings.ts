import type { FeatureSettings } from '@plinth/core/feature'
import { OwnEventsSection } from './ui/own-events-section.tsx'

export const settings: FeatureSettings = {
  namespaces: ['audit-log', '*:audit'],
  sections: [
    { id: 'events', group: 'security', order: 70, title: 'audit-log:own.title', Section: OwnEventsSection },
  ],
}
