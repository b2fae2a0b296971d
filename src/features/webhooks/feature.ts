import { defineFeature } from '@plinth/core/feature'
import { webhooksAccess } from './webhooks.access.ts'

export const webhooksFeature = defineFeature({
  name: 'webhooks',
  access: [webhooksAccess],
})
