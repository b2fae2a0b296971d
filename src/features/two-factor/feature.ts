import { defineFeature } from '@plinth/core/feature'
import { twoFactorAccess } from './two-factor.access.ts'

export const twoFactorFeature = defineFeature({ name: 'two-factor', access: [twoFactorAccess] })
