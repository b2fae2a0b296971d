import { defineFeature } from '@plinth/core/feature.ts'
import { apiKeysAccess } from './api.access.ts'

export const apiFeature = defineFeature({ name: 'api', access: [apiKeysAccess] })
