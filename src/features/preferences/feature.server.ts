import { defineServerFeature } from '@plinth/core/feature/server'

export const preferencesFeature = defineServerFeature({
  name: 'preferences',
  async routers(installed) {
    const { createPreferencesRouter } = await import('./server/preferences.router.server.ts')
    return { preferences: createPreferencesRouter(installed) }
  },
})
