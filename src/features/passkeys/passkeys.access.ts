import { defineAccess } from '@plinth/core/access'

const own = { allow: ['user'], unless: ['impersonated'] } as const

export const passkeysAccess = defineAccess('passkeys', { list: ['user'], rename: own, remove: own })

/** The ceremonies, which are endpoints of Better Auth. */
export const passkeyEndpointsAccess = defineAccess('security', { addPasskey: own, usePasskey: ['anyone'] })
