import { defineFeature } from '@plinth/core/feature.ts'
import { connectedAppsAccess } from './connections.access.ts'

export const connectionsFeature = defineFeature({ name: 'connections', access: [connectedAppsAccess] })
