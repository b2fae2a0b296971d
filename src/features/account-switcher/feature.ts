import { defineFeature } from '@plinth/core/feature.ts'

export const accountSwitcherFeature = defineFeature({ name: 'account-switcher' })
