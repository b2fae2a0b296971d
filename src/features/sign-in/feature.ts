import { defineFeature } from '@plinth/core/feature'

export const signInFeature = defineFeature({ name: 'sign-in' })
