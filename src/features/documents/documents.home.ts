import type { FeatureHome } from '#/core/feature.ts'

export const home: FeatureHome = {
  activity: { 'document.upload': 'documents:home.activity.upload' },
  targets: { document: { missing: 'documents:home.activity.missing' } },
}
