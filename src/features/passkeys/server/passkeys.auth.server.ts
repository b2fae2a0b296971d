import { type MappedErrors, QUARTER_HOUR, get, guessLimits, post } from '@plinth/core/auth/server'
import type { FeaturePlugins } from '@plinth/core/feature/server'
import { passkeyEndpointsAccess } from '../passkeys.access.ts'
import {
  onAuthenticate,
  onAuthenticateOptions,
  onRegister,
  onRegisterOptions,
} from './passkey-hooks.server.ts'
import { verifiedPasskeys } from './passkey-plugin.server.ts'
import { passkey } from './passkeys.table.server.ts'

const errors: MappedErrors = {
  CHALLENGE_NOT_FOUND: ['invalid', 'security:challengeOver'],
  USER_NOT_VERIFIED: ['forbidden', 'passkeys:errors.userVerification'],
  PASSKEY_NOT_FOUND: ['unauthenticated', 'passkeys:errors.unknown'],
  FAILED_TO_VERIFY_REGISTRATION: ['invalid', 'passkeys:errors.failed'],
  AUTHENTICATION_FAILED: ['unauthenticated', 'passkeys:errors.failed'],
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: ['invalid', 'security:challengeOver'],
}

/** The ceremonies. Lists and changes of names are procedures. */
export const passkeysAuth: FeaturePlugins = {
  plugins: ({ env }) => [verifiedPasskeys({ appUrl: env.APP_URL })],
  tables: { passkey },
  endpoints: [
    get('/passkey/generate-register-options', {
      rule: passkeyEndpointsAccess.addPasskey,
      requiresRecentAuth: true,
      errors,
      ...onRegisterOptions,
    }),
    post('/passkey/verify-registration', {
      rule: passkeyEndpointsAccess.addPasskey,
      requiresRecentAuth: true,
      errors,
      ...onRegister,
    }),
    get('/passkey/generate-authenticate-options', {
      rule: passkeyEndpointsAccess.usePasskey,
      errors,
      ...onAuthenticateOptions,
      perAddress: { max: 600, windowSeconds: QUARTER_HOUR },
    }),
    post('/passkey/verify-authentication', {
      rule: passkeyEndpointsAccess.usePasskey,
      errors,
      ...onAuthenticate,
      ...guessLimits,
    }),
  ],
}
