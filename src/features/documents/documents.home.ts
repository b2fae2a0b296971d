import type { FeatureHome } from '@plinth/core/feature'

export const home: FeatureHome = {
  activity: { 'document.upload': 'documents:home.activity.upload' },
  targets: { document: { missing: 'documents:home.activity.missing' } },
}
