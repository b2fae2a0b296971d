import { defineFeature } from '@plinth/core/feature.ts'
import { profileAccess } from './profile.access.ts'

export const profileFeature = defineFeature({
  name: 'profile',
  access: [profileAccess],
})
