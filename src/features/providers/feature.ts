import { defineFeature } from '@plinth/core/feature'
import { linkedAccountsAccess, providersAccess } from './providers.access.ts'

export const providersFeature = defineFeature({
  name: 'providers',
  access: [providersAccess, linkedAccountsAccess],
})
