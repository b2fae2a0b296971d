import type { FeatureSettings } from '@plinth/core/feature'
import { ApiKeysSection } from './ui/api-keys-section.tsx'

export const settings: FeatureSettings = {
  namespaces: ['api'],
  sections: [
    { id: 'api-keys', group: 'security', order: 55, title: 'api:shell.title', Section: ApiKeysSection },
  ],
}
