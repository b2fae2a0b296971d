import { userHook, type Middleware } from '#/core/auth/auth-context.server.ts'
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
 * Starts the authorization of a sign-in: the state remembers for which provider it was made, and whether the
 * session is to outlast the browser.
 */
export const onSignInSocial: Middleware = (context, next) => {
  const { rememberMe, callbackURL, errorCallbackURL, ...body } = context.body as {
    provider: ProviderName
  } & Record<string, unknown>
  requireProvider(body.provider)
  const additionalData = { provider: body.provider, rememberMe: rememberMe !== false }
  return next({
    body: {
      ...body,
      callbackURL: callbackURL ?? '/dashboard',
      errorCallbackURL: errorCallbackURL ?? '/login',
      additionalData,
    },
  })
}

/** Starts the authorization of a link: for users with a verified address, not while impersonated. */
export const onLinkSocial = userHook({ body: linkSocialBody }, async ({ actor, body }) => {
  requireProvider(body.provider)
  if (!actor.emailVerified) throw new AppError('forbidden', 'providers:verifyFirst')
  const { callbackURL = SETTINGS, errorCallbackURL = SETTINGS } = body
  return { body: { ...body, callbackURL, errorCallbackURL, additionalData: { provider: body.provider } } }
})
