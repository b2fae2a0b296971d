import type { FeatureFixtures } from '../../../tests/support/feature-fixtures.ts'

export const fixtures: FeatureFixtures = {
  mails: ({ cause, url }) => [
    { template: 'accountCreated', params: { ...cause, url, expiresInHours: 24 } },
    { template: 'impersonated', params: { ...cause, reason: 'Support', minutes: 60 } },
    { template: 'banned', params: { ...cause, reason: 'Spam', expiresAt: cause.at } },
  ],
}
