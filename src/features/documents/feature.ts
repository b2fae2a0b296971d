import { defineFeature } from '@plinth/core/feature'
import { documentsAccess } from './documents.access.ts'

export const documentsFeature = defineFeature({
  name: 'documents',
  access: [documentsAccess],
})
