import { defineFeature } from '@plinth/core/feature'
import { passkeyEndpointsAccess, passkeysAccess } from './passkeys.access.ts'

export const passkeysFeature = defineFeature({
  name: 'passkeys',
  access: [passkeysAccess, passkeyEndpointsAccess],
})
