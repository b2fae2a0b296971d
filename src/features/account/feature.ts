import { defineFeature } from '@plinth/core/feature'
import { accountAccess, sessionsAccess } from './account.access.ts'

export const accountFeature = defineFeature({
  name: 'account',
  access: [accountAccess, sessionsAccess],
})
