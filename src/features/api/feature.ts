import { defineFeature } from '@plinth/core/feature'
import { apiKeysAccess } from './api.access.ts'

export const apiFeature = defineFeature({ name: 'api', access: [apiKeysAccess] })
