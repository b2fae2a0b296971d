import { defineFeature } from '#/core/feature.ts'

export const accountSwitcherFeature = defineFeature({ name: 'account-switcher' })
