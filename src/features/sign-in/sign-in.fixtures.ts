import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'

export const fixtures: FeatureFixtures = {
  mails: ({ cause, url }) => [
    { template: 'verifyEmail', params: { ...cause, url, expiresInHours: 24 } },
    { template: 'verifyEmail', params: { ...cause, url, code: '012345', expiresInHours: 24 } },
    { template: 'resetPassword', params: { ...cause, url, expiresInMinutes: 60 } },
    { template: 'alreadyRegistered', params: { ...cause, url } },
    {
      template: 'oneTimeCode',
      params: { ...cause, code: '012345', purpose: 'signIn', page: '/otp', expiresInMinutes: 10 },
    },
    {
      template: 'oneTimeCode',
      params: { ...cause, code: '012345', purpose: 'reauthenticate', page: '/settings', expiresInMinutes: 1 },
    },
    { template: 'newSignIn', params: { ...cause, browser: 'Firefox', system: 'Linux' } },
    { template: 'newSignIn', params: { ...cause, browser: null, system: null } },
  ],
}
