import type { FeatureSettings } from '@plinth/core/feature'
import { ConnectedAppsSection } from './ui/connected-apps-section.tsx'

export const settings: FeatureSettings = {
  namespaces: ['connections', '*:scopeNames'],
  sections: [
    {
      id: 'connected-apps',
      group: 'security',
      order: 56,
      title: 'connections:shell.title',
      Section: ConnectedAppsSection,
    },
  ],
}
