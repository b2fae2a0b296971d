import { defineServerFeature } from '@plinth/core/feature.server.ts'

export const overviewFeature = defineServerFeature({
  name: 'overview',
  required: 'it is the first page after the sign-in.',
  routers: async () => ({ overview: (await import('./server/overview.router.server.ts')).overviewRouter }),
})
