import { authorize } from '#/core/access/access.ts'
import type { Around } from '#/core/auth/auth-endpoint.server.ts'
import { guarded } from '#/core/auth/auth-guard.server.ts'
import { getEnv } from '#/core/env/env.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { providerStates } from './provider-states.server.ts'
import { linkSocialBody } from './providers.schema.ts'
import type { ProviderName } from './providers.ts'

const SETTINGS = '/dashboard/settings'

/** Nobody is sent to a provider that is not set up. */
function requireProvider(name: ProviderName): void {
  if (providerStates(getEnv())[name] !== 'on')
    throw new AppError('not_found', 'errors:notFound', { field: 'provider' })
}

/**
 * Sets out to sign in: the state remembers for which provider it was made, and whether the session is to
 * outlast the browser.
 */
export const onSignInSocial: Around = ({ admitted }, pass) => {
  const { rememberMe, callbackURL, errorCallbackURL, ...body } = admitted.body as {
    provider: ProviderName
  } & Record<string, unknown>
  requireProvider(body.provider)
  const additionalData = { provider: body.provider, rememberMe: rememberMe !== false }
  return pass({
    body: {
      ...body,
      callbackURL: callbackURL ?? '/dashboard',
      errorCallbackURL: errorCallbackURL ?? '/login',
      additionalData,
    },
  })
}

/** Sets out to link: for people with a proved address, who sign in here themselves. */
export const onLinkSocial = guarded({ body: linkSocialBody }, async ({ actor, rule, body }) => {
  authorize(actor, rule)
  requireProvider(body.provider)
  if (!actor.emailVerified) throw new AppError('forbidden', 'providers:verifyFirst')
  const { callbackURL = SETTINGS, errorCallbackURL = SETTINGS } = body
  return { body: { ...body, callbackURL, errorCallbackURL, additionalData: { provider: body.provider } } }
})
