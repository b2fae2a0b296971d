import type { FeatureSettings } from '@plinth/core/feature'
import { ProfileSection } from './ui/profile-section.tsx'

export const settings: FeatureSettings = {
  namespaces: ['profile'],
  sections: [
    { id: 'name', group: 'profile', order: 10, title: 'app:settings.editUser', Section: ProfileSection },
  ],
}
