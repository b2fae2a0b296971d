import { defineFeature } from '@plinth/core/feature'
import { billingAccess, billingAdminAccess } from './billing.access.ts'

export const billingFeature = defineFeature({
  name: 'billing',
  access: [billingAccess, billingAdminAccess],
})
