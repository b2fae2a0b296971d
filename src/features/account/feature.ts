import { defineFeature } from '#/core/feature.ts'
import { accountAccess, connectionsAccess, sessionsAccess } from './account.access.ts'

export const accountFeature = defineFeature({
  name: 'account',
  access: [accountAccess, connectionsAccess, sessionsAccess],
})
