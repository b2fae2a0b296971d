import type { FeatureSettings } from '@plinth/core/feature'
import { PasskeysSection } from './ui/passkeys-section.tsx'

export const settings: FeatureSettings = {
  namespaces: ['passkeys', 'security'],
  sections: [
    {
      id: 'passkeys',
      group: 'security',
      order: 40,
      title: 'passkeys:title',
      Section: PasskeysSection,
    },
  ],
}
