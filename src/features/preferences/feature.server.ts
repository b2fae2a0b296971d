import { defineServerFeature } from '#/core/feature.server.ts'

export const preferencesFeature = defineServerFeature({
  name: 'preferences',
  routers: async () => ({
    preferences: (await import('./server/preferences.router.server.ts')).preferencesRouter,
  }),
})
