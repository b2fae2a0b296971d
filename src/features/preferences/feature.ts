import { defineFeature } from '@plinth/core/feature'
import { preferencesAccess } from './preferences.access.ts'

export const preferencesFeature = defineFeature({
  name: 'preferences',
  access: [preferencesAccess],
})
