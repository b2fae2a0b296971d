import { defineAccess } from '@plinth/core/access'

const own = { allow: ['user'], unless: ['impersonated'] } as const

// No token may do any of these: they are no operations, and pages take no tokens.
export const connectedAppsAccess = defineAccess('connectedApps', {
  list: ['user'],
  request: ['user'],
  consent: own,
  disconnect: own,
})
