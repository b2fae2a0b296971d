import type { FeatureSettings } from '@plinth/core/feature'
import { TwoFactorSection } from './two-factor-settings/two-factor-section.tsx'

export const settings: FeatureSettings = {
  namespaces: ['two-factor-settings', 'security'],
  sections: [
    {
      id: 'two-factor',
      group: 'security',
      order: 30,
      card: 'sign-in',
      title: 'two-factor-settings:title',
      Section: TwoFactorSection,
    },
  ],
}
