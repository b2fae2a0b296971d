import { defineFeature } from '#/core/feature.ts'
import { connectionsAccess, providersAccess } from './providers.access.ts'

export const providersFeature = defineFeature({
  name: 'providers',
  access: [providersAccess, connectionsAccess],
})
