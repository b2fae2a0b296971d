import { defineFeature } from '@plinth/core/feature'
import { profileAccess } from './profile.access.ts'

export const profileFeature = defineFeature({
  name: 'profile',
  access: [profileAccess],
})
