import { defineFeature } from '@plinth/core/feature'
import { connectedAppsAccess } from './connections.access.ts'

export const connectionsFeature = defineFeature({ name: 'connections', access: [connectedAppsAccess] })
