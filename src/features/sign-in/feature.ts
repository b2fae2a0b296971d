import { defineFeature } from '@plinth/core/feature.ts'

export const signInFeature = defineFeature({ name: 'sign-in' })
