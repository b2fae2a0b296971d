import { defineFeature } from '@plinth/core/feature.ts'
import { preferencesAccess } from './preferences.access.ts'

export const preferencesFeature = defineFeature({
  name: 'preferences',
  access: [preferencesAccess],
})
