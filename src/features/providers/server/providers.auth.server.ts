import { z } from 'zod'
import {
  type Middleware,
  QUARTER_HOUR,
  forAnyone,
  get,
  lockForCredential,
  post,
  userHook,
} from '@plinth/core/auth/server'
import type { FeaturePlugins } from '@plinth/core/feature/server'
import { AppError } from '@plinth/core/verb/server'
import { isFailedCallback, onCallback } from './oauth-callback.server.ts'
import { providersAccess } from '../providers.access.ts'
import { providerNames, type ProviderName } from '../providers.ts'
import { providerClients } from './provider-clients.server.ts'
import { providersPlugin } from './providers-plugin.server.ts'
import { providersSettings } from './providers-settings.server.ts'

// Request schemas. Clients must not choose scopes, tokens and other parameters that Better Auth would accept.

const provider = z.enum(providerNames, { error: 'errors:invalid' })
const path = z.string().max(2000, 'errors:tooLong').optional()
const start = { provider, callbackURL: path, errorCallbackURL: path, disableRedirect: z.boolean().optional() }

const signInSocialBody = z.strictObject({
  ...start,
  newUserCallbackURL: path,
  rememberMe: z.boolean().optional(),
})
const linkSocialBody = z.strictObject(start)

const told = z.string().max(2000).optional()
/** The parameters a provider appends; others are ignored. */
const callbackQuery = z.object({ code: told, state: told, error: told, iss: told })

const SETTINGS = '/dashboard/settings'

/** Throws not_found for a provider that is not set up. */
function requireProvider(name: ProviderName): void {
  if (!providerClients(providersSettings.read()).some((client) => client.name === name))
    throw new AppError('not_found', 'errors:notFound', { field: 'provider' })
}

/**
 * Starts the authorization of a sign-in. The state stores the provider and whether the session outlasts the
 * browser.
 */
const onSignInSocial: Middleware = (context, next) => {
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
const onLinkSocial = userHook({ body: linkSocialBody }, async ({ tx, actor, body }) => {
  requireProvider(body.provider)
  if (!actor.emailVerified) throw new AppError('forbidden', 'providers:verifyFirst')
  await lockForCredential(tx, actor)
  const { callbackURL = SETTINGS, errorCallbackURL = SETTINGS } = body
  return { body: { ...body, callbackURL, errorCallbackURL, additionalData: { provider: body.provider } } }
})

const starts = { perAddress: { max: 200, windowSeconds: QUARTER_HOUR } }

/** Google and GitHub. No endpoint accepts or returns a token. */
export const providersAuth: FeaturePlugins = {
  plugins: () => [providersPlugin(providerClients(providersSettings.read()))],
  endpoints: [
    post('/sign-in/social', {
      rule: forAnyone('/sign-in/social'),
      body: signInSocialBody,
      middleware: onSignInSocial,
      ...starts,
    }),
    // Better Auth has one for all, `/callback/:id`; here only those of known providers exist.
    ...providerNames.map((name) =>
      get(`/callback/${name}`, {
        rule: forAnyone('/callback'),
        query: callbackQuery,
        middleware: onCallback,
        isFailure: isFailedCallback,
      }),
    ),
    post('/link-social', {
      rule: providersAccess.link,
      requiresRecentAuth: true,
      ...onLinkSocial,
      ...starts,
    }),
  ],
}
