import type { FeatureSettings } from '@plinth/core/feature'
import { isAnyShown } from './providers.ts'
import { LinkedAccountsSection } from './ui/linked-accounts-section.tsx'

export const settings: FeatureSettings = {
  namespaces: ['providers', 'security'],
  sections: [
    {
      id: 'connections',
      group: 'security',
      order: 50,
      title: 'providers:title',
      Section: LinkedAccountsSection,
      isShown: ({ pageSettings }) => isAnyShown(pageSettings.providers),
    },
  ],
}
