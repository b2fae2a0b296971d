import { providePendingSecondFactor } from '@plinth/core/auth/server'
import { defineServerFeature } from '@plinth/core/feature/server'
import { readPendingSecondFactor } from './server/pending-second-factor.server.ts'
import { twoFactorUserColumns } from './server/two-factor-user-columns.server.ts'

providePendingSecondFactor(readPendingSecondFactor)

export const twoFactorFeature = defineServerFeature({
  name: 'two-factor',
  userColumns: twoFactorUserColumns,
  auth: async () => (await import('./server/two-factor.auth.server.ts')).twoFactorAuth,
  demo: async () => ({
    seed: ({ audit, userId }) =>
      audit({
        action: 'user.enableTwoFactor',
        by: 'ben@example.com',
        hoursAgo: 47,
        target: { type: 'user', id: userId('ben@example.com') },
      }),
  }),
})
