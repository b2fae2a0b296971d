import { defineFeature } from '@plinth/core/feature'

export const accountSwitcherFeature = defineFeature({ name: 'account-switcher' })
