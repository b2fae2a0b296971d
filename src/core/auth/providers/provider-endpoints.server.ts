import { forAnyone, get, post, QUARTER_HOUR, type AuthEndpoint } from '#/core/auth/auth-endpoint.server.ts'
import { isFailedCallback, onCallback } from './oauth-callback.server.ts'
import { providersAccess } from './providers.access.ts'
import { callbackQuery, signInSocialBody } from './providers.schema.ts'
import { providerNames } from './providers.ts'
import { onLinkSocial, onSignInSocial } from './start-authorization.server.ts'

const starts = { perAddress: { max: 200, windowSeconds: QUARTER_HOUR } }

/** Better Auth's open endpoints for providers. None accepts or returns a token. */
export const providerEndpoints: readonly AuthEndpoint[] = [
  post('/sign-in/social', {
    rule: forAnyone('/sign-in/social'),
    body: signInSocialBody,
    middleware: onSignInSocial,
    ...starts,
  }),
  // Better Auth has one for all, `/callback/:id`; here only those of providers we know are there.
  ...providerNames.map((name) =>
    get(`/callback/${name}`, {
      rule: forAnyone('/callback'),
      query: callbackQuery,
      middleware: onCallback,
      isFailure: isFailedCallback,
    }),
  ),
  post('/link-social', { rule: providersAccess.link, requiresRecentAuth: true, ...onLinkSocial, ...starts }),
]
