import { defineFeature } from '@plinth/core/feature.ts'
import { overviewAccess } from './overview.access.ts'

export const overviewFeature = defineFeature({ name: 'overview', access: [overviewAccess] })
