import { defineFeature } from '@plinth/core/feature'
import { billingAccess } from './billing.access.ts'

export const billingFeature = defineFeature({
  name: 'billing',
  access: [billingAccess],
})
