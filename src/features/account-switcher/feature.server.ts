import { defineServerFeature } from '@plinth/core/feature/server'

export const accountSwitcherFeature = defineServerFeature({
  name: 'account-switcher',
  pageSettings: () => ({ severalAccounts: true }),
  auth: async () => (await import('./server/account-switcher.auth.server.ts')).accountSwitcherAuth,
})
