import type { AuthEndpoint } from '#/core/auth/auth-endpoint.server.ts'
import { isFailedReturn, onCallback } from './on-callback.server.ts'
import { onLinkSocial, onSignInSocial } from './on-set-out.server.ts'
import { providersAccess } from './providers.access.ts'
import { callbackQuery, signInSocialBody } from './providers.schema.ts'
import { providerNames } from './providers.ts'

const settingOut = { perAddress: { max: 200, windowSeconds: 900 } }

/** What of Better Auth's endpoints for providers answers. Tokens are handed in or out by none of them. */
export const providerEndpoints: readonly AuthEndpoint[] = [
  {
    method: 'POST',
    path: '/sign-in/social',
    rule: { action: 'auth/sign-in/social', allow: ['anyone'] },
    body: signInSocialBody,
    around: onSignInSocial,
    ...settingOut,
  },
  // Better Auth has one for all, `/callback/:id`; here only those of providers we know are there.
  ...providerNames.map((name): AuthEndpoint => ({
    method: 'GET',
    path: `/callback/${name}`,
    rule: { action: 'auth/callback', allow: ['anyone'] },
    query: callbackQuery,
    around: onCallback,
    isFailure: isFailedReturn,
  })),
  {
    method: 'POST',
    path: '/link-social',
    rule: providersAccess.link,
    needsProof: true,
    ...onLinkSocial,
    ...settingOut,
  },
]
