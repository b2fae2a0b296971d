import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'

export const fixtures: FeatureFixtures = {
  creations: {
    'account.requestDeletion': { email: 'somebody@example.org' },
    'POST /api/auth/change-email': { newEmail: 'somebody@example.org' },
  },
  mails: ({ cause, url }) => [
    { template: 'passwordChanged', params: cause },
    { template: 'securityChange', params: { ...cause, change: 'errors:reauthenticate' } },
    { template: 'exportReady', params: { ...cause, url, expiresInHours: 24 } },
    {
      template: 'deletionScheduled',
      params: { ...cause, url, scheduledFor: new Date('2026-12-04T10:15:00Z') },
    },
    { template: 'accountDeleted', params: cause },
    {
      template: 'deletionDenied',
      params: { ...cause, code: 'administration:refused.lastAdmin', params: {} },
    },
    {
      template: 'confirmAddressChange',
      params: { ...cause, url, newEmail: 'eva@example.com', expiresInHours: 24 },
    },
    { template: 'addressChanged', params: { ...cause, newEmail: 'eva@example.com' } },
  ],
}
