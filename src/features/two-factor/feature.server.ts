import { defineServerFeature } from '#/core/feature.server.ts'
import { twoFactorUserColumns } from './server/two-factor-user-columns.server.ts'

export const twoFactorFeature = defineServerFeature({
  name: 'two-factor',
  userColumns: twoFactorUserColumns,
  auth: async () => ({
    endpoints: (await import('./server/two-factor.endpoints.server.ts')).twoFactorEndpoints,
  }),
})
