import type { FeatureSettings } from '@plinth/core/feature'
import { AppearanceSection } from './appearance-section.tsx'

/** The sections of no feature. */
export const settings: FeatureSettings = {
  namespaces: ['settings'],
  sections: [
    {
      id: 'appearance',
      group: 'preferences',
      order: 10,
      card: 'display',
      title: 'app:settings.appearance',
      Section: AppearanceSection,
    },
  ],
}
