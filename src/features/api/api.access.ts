import { defineAccess } from '@plinth/core/access'

const own = { allow: ['user'], unless: ['impersonated'] } as const

// No token may do any of these: they are no operations.
export const apiKeysAccess = defineAccess('apiKeys', {
  list: ['user'],
  reference: ['user'],
  create: own,
  revoke: own,
})
