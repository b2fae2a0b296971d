import { defineFeature } from '#/core/feature.ts'

export const signInFeature = defineFeature({ name: 'sign-in' })
