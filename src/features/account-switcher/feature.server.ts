import { defineServerFeature } from '#/core/feature.server.ts'

export const accountSwitcherFeature = defineServerFeature({
  name: 'account-switcher',
  auth: async () => (await import('./server/account-switcher.auth.server.ts')).accountSwitcherAuth,
})
